import type { Language } from './language.ts'

/** How the app is called and drawn outside itself: on the home screen, in titles and in notifications. */
export type Look = 'zync' | 'calm'

/** A name that says nothing of what the app is. */
export const calmNames: Readonly<Record<Language, string>> = {
  en: 'Notes',
  ar: 'ملاحظات',
  fr: 'Notes',
}

interface LookFiles {
  readonly manifest: string
  /** In tabs, for browsers that take a drawing, and for those that do not. */
  readonly mark: string
  readonly favicon: string
  /** On the home screen of iOS. */
  readonly touchIcon: string
  /** In notifications: the picture, and the small one of the status bar. */
  readonly icon: string
  readonly badge: string
}

export const lookFiles: Readonly<Record<Look, LookFiles>> = {
  zync: {
    manifest: '/manifest.webmanifest',
    mark: '/icons/mark.svg',
    favicon: '/icons/favicon-32.png',
    touchIcon: '/icons/apple-touch-icon.png',
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-192.png',
  },
  calm: {
    manifest: '/manifest.calm.webmanifest',
    mark: '/icons/calm.svg',
    favicon: '/icons/calm-favicon-32.png',
    touchIcon: '/icons/calm-touch-icon.png',
    icon: '/icons/calm-192.png',
    badge: '/icons/calm-monochrome-96.png',
  },
}

/** What the cookie `look` says, among all cookies as a page or a request has them. */
export function lookCookie(cookies: string): Look {
  return /(?:^|;\s*)look=calm(?:;|$)/.test(cookies) ? 'calm' : 'zync'
}

/** The look that an address asks for by its query: the installed app of that look starts with it. */
export function lookAsked(search: string): Look {
  return /[?&]look=calm(?:&|$)/.test(search) ? 'calm' : 'zync'
}

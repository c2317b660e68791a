import { calmNames, lookAsked, lookCookie, lookFiles, type Look } from '#contract/look.ts'
import { changeSpeech, currentLanguage, subscribeToSpeech } from '#src/i18n/chosen.ts'
import { installOffer, isInstalled } from '#src/lib/install.ts'
import { looksCalm } from '#src/lib/theme.ts'
import { readDeviceLook, writeDeviceLook } from '#src/offline/session/device-look.ts'

/** The name of a look in the language of the page. */
export function lookName(look: Look): string {
  return look === 'calm' ? calmNames[currentLanguage()] : 'Zync'
}

export function currentLook(): Look {
  return looksCalm() ? 'calm' : 'zync'
}

/** Chooses the name and the mark of this device, for whoever uses it: this page has them at once, the worker from its next answer on. */
export async function chooseLook(look: Look): Promise<void> {
  followSpeech()
  paint(look)
  await Promise.all([remember(look), closeNotifications()])
}

/** In a page with the neutral look, and in one whose worker and server did not know of it; once, with the query that it started with. */
export async function followLook(search: string): Promise<void> {
  if (!looksCalm()) paint('calm')
  followSpeech()
  // A link with the query is nobody's choice; the installed app that starts with it is.
  const asked = lookAsked(search) === 'calm' && !isInstalled()
  if (!asked || (await isRemembered())) await remember('calm')
}

let unfollow: (() => void) | undefined

/** The name is in the language of the page. */
function followSpeech(): void {
  unfollow ??= subscribeToSpeech(sayName)
}

async function isRemembered(): Promise<boolean> {
  return lookCookie(document.cookie) === 'calm' || (await readDeviceLook()) === 'calm'
}

const yearSeconds = 31_536_000

/** The server reads the cookie, the worker the device's storage; written anew at each start, as some browsers forget a cookie after a week. */
async function remember(look: Look): Promise<void> {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  const age = look === 'calm' ? yearSeconds : 0
  document.cookie = `look=${look}; path=/; max-age=${age}; samesite=lax${secure}`
  // A browser that stores nothing has the cookie alone.
  await writeDeviceLook(look).catch(() => undefined)
}

/** Those that are shown say the name of before. */
async function closeNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const one of (await registration?.getNotifications()) ?? []) one.close()
}

/** What browsers and phones read off a page: iOS when somebody adds it to the home screen, others at once. */
function paint(look: Look): void {
  const { manifest, mark, favicon, touchIcon } = lookFiles[look]
  const { dataset } = document.documentElement
  // The browser's offer is for the manifest of before; it makes another for this one, and iOS reads the page anyhow.
  if (look !== currentLook() && installOffer.get().kind === 'browser') {
    installOffer.set({ kind: 'none' })
  }
  if (look === 'calm') dataset['look'] = look
  else delete dataset['look']
  setHref('link[rel=manifest]', manifest)
  setHref('link[rel=icon][type="image/svg+xml"]', mark)
  setHref('link[rel=icon][type="image/png"]', favicon)
  setHref('link[rel=apple-touch-icon]', touchIcon)
  sayName()
  // The page says its own title again.
  if (look === 'zync') changeSpeech({})
}

function setHref(selector: string, href: string): void {
  document.head.querySelector<HTMLLinkElement>(selector)?.setAttribute('href', href)
}

/** The name where a phone reads it, and as the title of every page of the neutral look. */
function sayName(): void {
  const name = lookName(currentLook())
  document.head
    .querySelector('meta[name=apple-mobile-web-app-title]')
    ?.setAttribute('content', name)
  if (looksCalm()) document.title = name
}

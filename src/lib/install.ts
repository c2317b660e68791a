import { createStore, useStore } from './store.ts'

/** What this device offers to put the app on its home screen. */
export type InstallOffer =
  | { kind: 'none' }
  /** Lets the browser ask the person. */
  | { kind: 'browser'; ask: () => Promise<void> }
  /** iOS: only the person can, through the Share sheet. */
  | { kind: 'share-sheet' }

/** What TypeScript's library does not know: Chromium's event that an app can be installed. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<unknown>
}

const dismissedKey = 'installDismissed'
export const installOffer = createStore<InstallOffer>({ kind: 'none' })

export function useInstallOffer(): InstallOffer {
  return useStore(installOffer)
}

/** Catches the browser's offer, which comes once and early; at the start. */
export function watchInstall(): void {
  if (localStorage.getItem(dismissedKey) || isInstalled()) return
  if (isIos()) installOffer.set({ kind: 'share-sheet' })
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installOffer.set({ kind: 'browser', ask: () => ask(event as BeforeInstallPromptEvent) })
  })
  window.addEventListener('appinstalled', () => installOffer.set({ kind: 'none' }))
}

/** The person does not want it: it is not offered again on this device until they log out. */
export function dismissInstall(): void {
  localStorage.setItem(dismissedKey, 'true')
  installOffer.set({ kind: 'none' })
}

async function ask(event: BeforeInstallPromptEvent): Promise<void> {
  installOffer.set({ kind: 'none' })
  // A browser that has taken its offer back still has its own menu.
  await event.prompt().catch(() => undefined)
}

export function isInstalled(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true)
  )
}

/** iPads call themselves Macs; only their fingers give them away. */
export function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return (
    /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
  )
}

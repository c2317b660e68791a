import { StrictMode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { OpenHelp } from '#src/features/safety/help/help.tsx'
import { exitOnEsc, quickExit } from '#src/features/safety/help/quick-exit.ts'
import { useSpeech } from '#src/i18n/choose-language.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { looksCalm } from '#src/lib/theme.ts'
import { storageMs, within } from '#src/lib/within.ts'
import { closeApi } from '#src/offline/api/api.ts'
import { type Lock, readLock } from '#src/offline/session/lock-record.ts'
import { blank, lockOtherTabs, settleLock } from '#src/session/app-lock.ts'
import { registerRevocationSync } from '#src/session/background-sync.ts'
import { currentSession, subscribeToSession } from '#src/session/session.ts'
import { Button } from '#src/ui/button/button.tsx'
import { LockForm } from './lock-form.tsx'
import { isLeaving, LeaveDialog, useWaiting } from './lock-leave.tsx'
import styles from './lock-screen.module.css'

/**
 * Before anything of the app is drawn: resolves at once where there is no lock, else once it was opened or left. A storage
 * that does not say counts as locked.
 */
export async function startLocked(): Promise<void> {
  if ((await within(storageMs, settleLock())) !== 'open') await showLock()
}

let shown: Promise<void> | undefined

/**
 * Covers the page with the lock until it opens, or its session ends; what is behind stays as it is, unseen, and calls
 * nobody. Resolves then.
 */
export function showLock(): Promise<void> {
  closeApi(true)
  shown ??= cover().finally(() => {
    shown = undefined
  })
  if (document.visibilityState === 'visible') blank(false)
  return shown
}

function cover(): Promise<void> {
  const app = document.querySelector<HTMLElement>('#root')
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  if (app) app.hidden = true
  const { title } = document
  if (!looksCalm()) document.title = m.shell_title_home()
  const userId = currentSession()?.user._id
  draw(root)
  return new Promise((resolve) => {
    const unsubscribe = subscribeToSession(() => {
      const session = currentSession()
      const isTheirs = session?.user._id === userId
      if (isTheirs && session?.token === '') return
      unsubscribe()
      // Nothing of who was here is shown for a moment, nor to whoever logged in instead of them.
      if (!isTheirs) return leaveCovered()
      if (app) app.hidden = false
      root.unmount()
      place.remove()
      document.title = title
      closeApi(false)
      blank(false)
      resolve()
    })
  })
}

/** The session ended, or is another person's: here, where more has to be done first, or in another tab. */
function leaveCovered(): void {
  blank(true)
  // What this tab stores is of whoever was here.
  sessionStorage.clear()
  if (!isLeaving()) window.location.replace('/')
}

/** At once: what is on the screen when somebody comes back is the lock already. */
function draw(root: Root): void {
  flushSync(() =>
    root.render(
      <StrictMode>
        <LockScreen />
      </StrictMode>,
    ),
  )
}

/** What is seen of the app while it is locked. Help now and the way off this page need no session. */
export function LockScreen() {
  useSpeech()
  const dialog = useRef<HTMLDialogElement>(null)
  const [lock, setLock] = useState<Lock>()
  const [open, setOpen] = useState<'help' | 'leave'>()
  const close = () => setOpen(undefined)
  const again = () => void readLock().then(follow)

  function end() {
    // Where the lock is open in another tab, the session is over, too.
    lockOtherTabs()
    again()
  }

  function follow(found: Lock | undefined) {
    setLock(found)
    // The session is over: this page calls nobody, the worker tells the server.
    if (found?.opens === false) registerRevocationSync()
  }

  // A layout effect because showModal is a call: it goes over every dialog that was open before.
  useLayoutEffect(() => {
    const shown = dialog.current
    if (!shown) return undefined
    shown.showModal()
    const stopStaying = stayOnTop(shown)
    // The focus goes back to where somebody was.
    return () => {
      stopStaying()
      shown.close()
    }
  }, [])
  // An effect because the keyboard is the page's.
  useEffect(exitOnEsc, [])
  // An effect because the lock is in the device's storage.
  useEffect(again, [])

  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={styles.screen}
      aria-label={m.lock_title()}
      onCancel={(event) => event.target === event.currentTarget && event.preventDefault()}
      onClose={({ target, currentTarget: shown }) => {
        if (target === shown && shown.isConnected) shown.showModal()
      }}
    >
      <div className={styles.column}>
        <div className={styles.top}>
          <Button look="secondary" size="small" icon="heart" onClick={() => setOpen('help')}>
            {m.safety_open()}
          </Button>
          <Button look="secondary" size="small" icon="logout" onClick={quickExit}>
            {m.safety_leave()}
          </Button>
        </div>
        <main className={styles.middle}>
          <Mark />
          <h1 className={styles.title}>
            {lock?.opens === false ? m.lock_over_title() : m.lock_title()}
          </h1>
          {lock?.opens === false && <p>{m.lock_over_text()}</p>}
          {lock?.opens && <LockForm lock={lock} onOver={end} />}
          <Pause />
          {lock && (
            <Button look={lock.opens ? 'quiet' : 'primary'} onClick={() => setOpen('leave')}>
              {lock.opens ? m.lock_forgot() : m.lock_log_in()}
            </Button>
          )}
        </main>
      </div>
      {open === 'leave' && lock && <LeaveDialog lock={lock} onClose={close} />}
      {open === 'help' && <OpenHelp withPlan={false} onClose={close} />}
    </dialog>
  )
}

/**
 * A dialog that opens behind the lock, of a request that ended or a part that came late, would lie over it and take the
 * keys: the lock goes over it again, with what is open in the lock and with the focus.
 */
function stayOnTop(lock: HTMLDialogElement): () => void {
  let focused: Element | null = document.activeElement
  const noteFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) focused = target
  }
  const observer = new MutationObserver((changes) => {
    const behind = changes.some(
      ({ target }) => target instanceof HTMLDialogElement && target.open && !lock.contains(target),
    )
    if (!behind) return
    const at = focused
    for (const dialog of [lock, ...lock.querySelectorAll<HTMLDialogElement>('dialog[open]')]) {
      // Nobody closed it.
      dialog.addEventListener('close', (event) => event.stopImmediatePropagation(), {
        capture: true,
        once: true,
      })
      dialog.close()
      dialog.showModal()
    }
    if (at instanceof HTMLElement) at.focus()
  })
  lock.addEventListener('focusin', noteFocus)
  observer.observe(document.body, { attributeFilter: ['open'], subtree: true })
  return () => {
    observer.disconnect()
    lock.removeEventListener('focusin', noteFocus)
  }
}

/** What a lock holds up, and how much of it there is. */
function Pause() {
  const { unsent = 0 } = useWaiting() ?? {}
  return (
    <p className={styles.note}>
      {m.lock_pauses()} {unsent > 0 && m.lock_waiting({ count: unsent })}
    </p>
  )
}

function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <g stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round">
        <rect x="4.5" y="10.5" width="15" height="10" rx="3" />
        <path d="M8 10.5V7.5a4 4 0 0 1 8 0v3M12 14.5v2" />
      </g>
    </svg>
  )
}

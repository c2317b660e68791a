import { createPortal } from 'react-dom'
import { ui_dismiss, ui_toasts } from '#src/i18n/paraglide/messages.js'
import { createStore, useStore } from '#src/lib/store.ts'
import { IconButton } from '#src/ui/button/button.tsx'
import { useTopDialog } from '#src/ui/dialog/dialog.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import styles from './toast.module.css'

/**
 * Where toasts appear; rendered once in the app, before the first toast, or it would not be read aloud. A dialog that opens
 * over the page has a region of its own: outside of it nothing is read, reached or seen.
 */
export function ToastRegion() {
  const dialog = useTopDialog()
  const shown = useStore(toasts)
  const region = (items: readonly ToastItem[]) => (
    <section className={styles.region} aria-label={ui_toasts()} aria-live="polite">
      {items.map((toast) => (
        <Toast key={toast.id} toast={toast} />
      ))}
    </section>
  )
  return (
    <>
      {region(dialog ? [] : shown)}
      {dialog && createPortal(region(shown), dialog)}
    </>
  )
}

/**
 * The bar is the clock: the toast leaves when the bar's animation ends, so what is seen and what happens cannot
 * disagree, and pointing at it or focusing in it stops both.
 */
function Toast({ toast }: { toast: ToastItem }) {
  const { id, text, tone = 'plain', action, durationMs } = toast
  return (
    <div className={styles.toast} data-tone={tone} data-keeps-time>
      {tone !== 'plain' && <Icon name={tone === 'success' ? 'check' : 'alert'} size={20} />}
      <p className={styles.text}>{text}</p>
      {action && (
        <button
          className={styles.action}
          type="button"
          data-keeps-time
          onClick={() => actOnToast(id)}
        >
          {action.label}
        </button>
      )}
      <IconButton
        className={styles.close}
        icon="close"
        label={ui_dismiss()}
        data-keeps-time
        onClick={() => dismissToast(id)}
      />
      <span
        className={styles.time}
        data-keeps-time
        style={{ animationDuration: `${durationMs}ms` }}
        onAnimationEnd={() => dismissToast(id)}
      />
    </div>
  )
}

export interface ToastOptions {
  text: string
  tone?: 'plain' | 'success' | 'danger'
  /** One thing to do about it, such as Undo; the toast leaves when it is done. */
  action?: { label: string; onAction: () => void }
  /** How long it stays while no pointer is on it; 6 s by default, the time the product gives for Undo. */
  durationMs?: number
  /** Called once when it leaves without its action having been taken. */
  onExpire?: () => void
}

interface ToastItem extends ToastOptions {
  id: string
}

const durationDefaultMs = 6000

/** More than this would cover a phone; the oldest leaves first. */
export const toastsMax = 3

const toasts = createStore<readonly ToastItem[]>([])
let lastId = 0

/** Shows a passing note above the page and returns its id. */
export function showToast(options: ToastOptions): string {
  const id = `${(lastId += 1)}`
  const leaving = toasts.get().slice(0, 1 - toastsMax)
  leaving.forEach((toast) => dismissToast(toast.id))
  toasts.set([...toasts.get(), { durationMs: durationDefaultMs, ...options, id }])
  return id
}

/** Takes a toast away, as its time does; a toast that has left already is no error. */
export function dismissToast(id: string): void {
  const toast = take(id)
  toast?.onExpire?.()
}

/** Does the toast's action and takes it away; a second press does nothing. */
export function actOnToast(id: string): void {
  const toast = take(id)
  toast?.action?.onAction()
}

/** The toasts on show, oldest first; the same array until something changes. */
export function currentToasts(): readonly ToastItem[] {
  return toasts.get()
}

export function subscribeToToasts(listener: () => void): () => void {
  return toasts.subscribe(listener)
}

function take(id: string): ToastItem | undefined {
  const toast = toasts.get().find((item) => item.id === id)
  toasts.set(toasts.get().filter((item) => item !== toast))
  return toast
}

import { useSyncExternalStore } from 'react'
import { ui_dismiss, ui_toasts } from '#src/i18n/paraglide/messages.js'
import { Icon } from '#src/ui/image/icon.tsx'
import { IconButton } from '#src/ui/button/icon-button.tsx'
import {
  actOnToast,
  currentToasts,
  dismissToast,
  subscribeToToasts,
  type ToastItem,
} from './toast-store.ts'
import styles from './toast.module.css'

/** Where toasts appear; rendered once in the app, before the first toast, or it would not be read aloud. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts)
  return (
    <section className={styles.region} aria-label={ui_toasts()} aria-live="polite">
      {toasts.map((toast) => (
        <Toast key={toast.id} toast={toast} />
      ))}
    </section>
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

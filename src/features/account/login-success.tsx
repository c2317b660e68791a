import * as m from '#src/i18n/paraglide/messages.js'
import styles from './login-success.module.css'

/** Spec 2: what a login that worked shows before it leads on. */
export function LoginSuccess() {
  return (
    <output className={styles.success}>
      <span className={styles.emoji} aria-hidden="true">
        👋
      </span>
      <p className={styles.title}>{m.account_login_success()}</p>
      <p>{m.account_login_welcome()}</p>
    </output>
  )
}

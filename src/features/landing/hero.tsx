import { Link } from '@tanstack/react-router'
import type { UserPayload } from '#contract/account/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { destination } from '#src/session/destinations.ts'
import styles from './hero.module.css'

/** The first thing seen: one sentence, one button, and the four faces of a day. */
export function Hero({ user }: { user: UserPayload | undefined }) {
  return (
    <section className={styles.hero}>
      <div className={styles.words}>
        {!user && <p className={styles.eyebrow}>{m.shell_hero_eyebrow()}</p>}
        <h1 className={styles.title}>
          {user ? m.shell_hero_member_title({ name: user.firstname }) : m.shell_hero_title()}
        </h1>
        <p className={styles.text}>{user ? m.shell_hero_member_text() : m.shell_hero_text()}</p>
        <div className={styles.actions}>{user ? <MemberAction /> : <VisitorActions />}</div>
      </div>
      <div className={styles.picture} aria-hidden="true">
        {['😄', '🙂', '😔', '😢'].map((face) => (
          <span key={face} className={styles.face}>
            {face}
          </span>
        ))}
      </div>
    </section>
  )
}

function MemberAction() {
  return (
    <Link className={buttonClass({ size: 'large' })} to={destination('profile').href}>
      {m.shell_hero_view_profile()}
    </Link>
  )
}

function VisitorActions() {
  return (
    <>
      <Link className={buttonClass({ size: 'large' })} to={destination('register').href}>
        {m.shell_hero_join()}
      </Link>
      <Link className={buttonClass({ look: 'quiet', size: 'large' })} to="/login">
        {m.shell_nav_login()}
      </Link>
    </>
  )
}

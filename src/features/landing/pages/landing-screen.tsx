import { Link } from '@tanstack/react-router'
import * as m from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { destination } from '#src/session/destinations.ts'
import { InstallCard } from '#src/ui/card/install-card.tsx'
import { useSession } from '#src/session/session.ts'
import { Hero } from '../hero.tsx'
import { LandingCards } from '../landing-cards.tsx'
import styles from './landing.module.css'

/** The first screen, for everybody: what this is, where to go, and a kind word at the end. */
export function LandingScreen() {
  const session = useSession()
  return (
    <div className={styles.landing}>
      <Hero user={session?.user} />
      <LandingCards userType={session?.user.userT} />
      <section className={styles.closing}>
        <h2>{m.shell_closing_title()}</h2>
        <p>{m.shell_closing_text()}</p>
        <Link
          className={buttonClass({ size: 'large' })}
          to={destination(session ? 'profile' : 'register').href}
        >
          {session ? m.shell_closing_profile() : m.shell_closing_register()}
        </Link>
      </section>
      <InstallCard />
    </div>
  )
}

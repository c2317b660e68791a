import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { UserPayload } from '#contract/account/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { destination } from '#src/session/destinations.ts'
import { useSession } from '#src/session/session.ts'
import { buttonClass } from '#src/ui/button/button.tsx'
import { LanguageSwitch } from '#src/ui/choice/language-switch.tsx'
import { Face } from '#src/ui/companion/face.tsx'
import { PartBoundary } from '#src/ui/state/state-message.tsx'
import { audiences, LandingCards } from '../landing-cards.tsx'
import heroStyles from '../hero.module.css'
import styles from './landing.module.css'

const MemberCards = lazy(async () => ({
  default: (await import('../member-cards.tsx')).MemberCards,
}))

/** The first screen, for everybody: what this is, where to go, and a kind word at the end. */
export function LandingScreen() {
  const session = useSession()
  return (
    <div className={styles.landing}>
      <Hero user={session?.user} />
      {session ? (
        <PartBoundary title={null}>
          <Suspense>
            <MemberCards user={session.user} />
          </Suspense>
        </PartBoundary>
      ) : (
        <LandingCards title={m.shell_landing_cards_visitor()} cards={audiences} />
      )}
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
      <LanguageSwitch />
    </div>
  )
}

/** The first thing seen: one sentence, one button, and the four faces of a day. */
function Hero({ user }: { user: UserPayload | undefined }) {
  return (
    <section className={heroStyles.hero}>
      <div className={heroStyles.words}>
        {!user && <p className={heroStyles.eyebrow}>{m.shell_hero_eyebrow()}</p>}
        <h1 className={heroStyles.title}>
          {user ? m.shell_hero_member_title({ name: user.firstname }) : m.shell_hero_title()}
        </h1>
        <p className={heroStyles.text}>{user ? m.shell_hero_member_text() : m.shell_hero_text()}</p>
        <div className={heroStyles.actions}>{user ? <MemberAction /> : <VisitorActions />}</div>
      </div>
      {user ? <Faces /> : <TryFaces />}
    </section>
  )
}

/** Best first, with what the tracker of the mood calls them. */
const moods = [
  ['happy', '😄', m.shell_try_happy],
  ['normal', '🙂', m.shell_try_normal],
  ['sad', '😔', m.shell_try_sad],
  ['very sad', '😢', m.shell_try_very_sad],
] as const

function Faces() {
  return (
    <div className={heroStyles.picture} aria-hidden="true">
      {moods.map(([answer, face]) => (
        <span key={answer} className={heroStyles.face}>
          <Face emoji={face} />
        </span>
      ))}
    </div>
  )
}

/** One tap answers, without an account. What was tapped goes along in the state of the page, and in no address. */
function TryFaces() {
  return (
    <section className={heroStyles.try} aria-label={m.shell_try_title()}>
      <h2>{m.shell_try_title()}</h2>
      <div className={heroStyles.picture}>
        {moods.map(([mood, face, label]) => (
          <Link key={mood} className={heroStyles.choice} to="/try" state={{ mood }}>
            <span className={heroStyles.face}>
              <Face emoji={face} />
            </span>
            {label()}
          </Link>
        ))}
      </div>
      <p>{m.shell_try_text()}</p>
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

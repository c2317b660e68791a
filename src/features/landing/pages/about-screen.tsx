import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { destination } from '#src/session/destinations.ts'
import { useSession } from '#src/session/session.ts'
import { buttonClass } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Face } from '#src/ui/companion/face.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import styles from './about-screen.module.css'

const audiences = [
  {
    emoji: '🌱',
    tint: 'peach',
    title: m.community_about_teens_title,
    text: m.community_about_teens_text,
  },
  {
    emoji: '🏡',
    tint: 'mint',
    title: m.community_about_parents_title,
    text: m.community_about_parents_text,
  },
  {
    emoji: '🤝',
    tint: 'lilac',
    title: m.community_about_providers_title,
    text: m.community_about_providers_text,
  },
] as const

const promises = [
  { icon: 'eye-off', text: m.community_about_promise_private },
  { icon: 'cloud-off', text: m.community_about_promise_offline },
  { icon: 'chat', text: m.community_about_promise_honest },
] as const

/** Who we are and what we promise, for everybody. */
export function AboutScreen() {
  const session = useSession()
  return (
    <div className={styles.about}>
      <PageHeader title={m.community_about_title()} text={m.community_about_text()} />
      <section className={styles.why}>
        <h2>{m.community_about_why_title()}</h2>
        <p>{m.community_about_why_text()}</p>
      </section>
      <div className={styles.grid}>
        {audiences.map(({ emoji, tint, title, text }) => (
          <Card key={emoji} tint={tint}>
            <CardHeader
              title={title()}
              start={
                <Pebble>
                  <Face emoji={emoji} />
                </Pebble>
              }
            />
            <CardBody>
              <p>{text()}</p>
            </CardBody>
          </Card>
        ))}
      </div>
      <Card>
        <CardHeader title={m.community_about_promise_title()} />
        <ul className={styles.promises}>
          {promises.map(({ icon, text }) => (
            <li key={icon}>
              <Pebble>
                <Icon name={icon} size={22} />
              </Pebble>
              <p>{text()}</p>
            </li>
          ))}
        </ul>
      </Card>
      <Link
        className={buttonClass({ size: 'large' }, styles.action)}
        to={destination(session ? 'dashboard' : 'register').href}
      >
        {session ? m.community_about_dashboard() : m.community_about_join()}
      </Link>
    </div>
  )
}

function Pebble({ children }: { children: ReactNode }) {
  return (
    <span className={styles.emoji} aria-hidden="true">
      {children}
    </span>
  )
}

import { wayHref, type Helpline, type HelpWay } from '#contract/reference/helplines.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button/button-class.ts'
import styles from './helpline-card.module.css'

export interface HelplineCardProps {
  line: Helpline
  /** The one that stands before everything else: its Call is the main action. */
  first?: boolean
}

/** One line: who it is for, when it answers, and every way to reach it as one tap. */
export function HelplineCard({ line, first = false }: HelplineCardProps) {
  const Heading = first ? 'h3' : 'h4'
  return (
    <article className={styles.card}>
      <Heading className={styles.name}>{line.name}</Heading>
      <p>{line.forWhom}</p>
      <p className={styles.hours}>{line.hours ?? m.safety_hours_unknown()}</p>
      <div className={styles.ways}>
        {line.ways.map((way) => (
          <Way key={way.kind + way.shown} way={way} main={first && way.kind === 'call'} />
        ))}
      </div>
    </article>
  )
}

function Way({ way, main }: { way: HelpWay; main: boolean }) {
  const leadsOut = way.kind === 'chat' || way.kind === 'whatsapp'
  return (
    <span className={styles.way}>
      <a
        className={buttonClass({ look: main ? 'primary' : 'secondary' })}
        href={wayHref(way)}
        {...(leadsOut ? { target: '_blank', rel: 'noreferrer' } : {})}
      >
        {wayWords(way)}
      </a>
      {way.kind === 'call' && way.note && <span className={styles.hours}>{way.note}</span>}
    </span>
  )
}

function wayWords(way: HelpWay): string {
  switch (way.kind) {
    case 'call':
      return m.safety_call({ number: way.shown })
    case 'text':
      return way.body
        ? m.safety_text_word({ word: way.body, number: way.shown })
        : m.safety_text_number({ number: way.shown })
    case 'whatsapp':
      return m.safety_whatsapp({ number: way.shown })
    case 'chat':
      return m.safety_chat({ site: way.shown })
  }
}

import type { RiskRule } from '#contract/quests/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import styles from './player.module.css'

export interface RiskCardProps {
  rule: RiskRule
  /** Shows Help now; without it the card is words alone, where help is beside it. */
  onHelp?: () => void
  /** The quest waits until the person has chosen how to go on, at the foot of the screen. */
  waits?: boolean
}

/** What a grave answer is met with: words, help one tap away, and no hurry. */
export function RiskCard({ rule, onHelp, waits = false }: RiskCardProps) {
  return (
    <section className={styles.risk} aria-live="polite">
      <h3>{rule.title}</h3>
      <p>{rule.text}</p>
      {waits && <p>{m.quests_waits()}</p>}
      {onHelp && (
        <div>
          <Button icon="heart" onClick={onHelp}>
            {m.quests_help()}
          </Button>
        </div>
      )}
    </section>
  )
}

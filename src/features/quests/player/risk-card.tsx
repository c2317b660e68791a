import type { Language } from '#contract/language.ts'
import type { RiskRule } from '#contract/quests/model.ts'
import { PlanButton } from '#src/features/safety/plan/plan-glance.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { tongueOf } from '../quest-words.ts'
import styles from './player.module.css'

export interface RiskCardProps {
  rule: RiskRule
  /** The language of its words. */
  wordsIn: Language
  /** Shows Help now; without it the card is words alone, where help is beside it. */
  onHelp?: () => void
  /** The quest waits until the person has chosen how to go on, at the foot of the screen. */
  waits?: boolean
}

/** What a grave answer is met with: words, help one tap away, and no hurry. */
export function RiskCard({ rule, wordsIn, onHelp, waits = false }: RiskCardProps) {
  return (
    <section className={styles.risk}>
      <h3 {...tongueOf(wordsIn)}>{rule.title}</h3>
      <p {...tongueOf(wordsIn)}>{rule.text}</p>
      {waits && <p>{m.quests_waits()}</p>}
      {onHelp && (
        <div>
          <Button icon="heart" onClick={onHelp}>
            {m.quests_help()}
          </Button>
        </div>
      )}
      <PlanButton />
    </section>
  )
}

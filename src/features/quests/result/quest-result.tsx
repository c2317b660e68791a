import { useEffect, useRef, type ReactNode } from 'react'
import type { Quest } from '#contract/quests/model.ts'
import { resultWords, snapshotText } from '#contract/quests/result-words.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button-class.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import type { Played } from '../played.ts'
import { RiskCard } from '../player/risk-card.tsx'
import type { ProvidersSlot, QuestsSlot } from '../slots.ts'
import { Confetti } from './confetti.tsx'
import { EarnedLine } from './earned-line.tsx'
import styles from './quest-result.module.css'
import { ScoreBars } from './score-bars.tsx'
import { StandingTag } from './standing-tag.tsx'

export interface QuestResultProps {
  /** In the version that was played. */
  quest: Quest
  played: Played
  providersLink: ProvidersSlot
  questsLink: QuestsSlot
  onAgain: () => void
  onHelp: () => void
  /** Lets the person share the result; nothing until the server has it. */
  share: ReactNode
}

/** Spec 4: the points at once and what the answers say, in kind words: never a diagnosis. */
export function QuestResultScreen(props: QuestResultProps) {
  const { quest, played, onHelp } = props
  const { label, text, risks } = resultWords(quest, played.result)
  const heading = useRef<HTMLHeadingElement>(null)

  // An effect because focus lives in the document: the end of a quest is read out.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  return (
    <div className={styles.result}>
      <section className={styles.hero} data-calm={quest.sensitive || undefined}>
        {!quest.sensitive && <Confetti />}
        <span className={styles.emoji} aria-hidden="true">
          {quest.sensitive ? '💛' : '🏆'}
        </span>
        <h2 ref={heading} tabIndex={-1}>
          {quest.sensitive ? m.quests_done_soft() : m.quests_done()}
        </h2>
        <p className={styles.points}>{m.quests_done_points({ points: played.playPoints })}</p>
        <StandingTag state={played.state} />
        <EarnedLine played={played} />
      </section>
      {risks.map((rule) => (
        <RiskCard key={rule.id} rule={rule} onHelp={onHelp} />
      ))}
      <Card className={styles.card}>
        <h3 className={styles.band}>{label}</h3>
        <p>{text}</p>
        {quest.showsScores && <ScoreBars quest={quest} result={played.result} />}
        <p className={styles.notice}>{snapshotText}</p>
        {played.result.destination !== null && (
          <div className={styles.connect}>
            {props.providersLink({
              specialty: played.result.destination,
              className: buttonClass({ look: 'secondary', wide: true }),
              children: m.quests_connect({ destination: played.result.destination }),
            })}
            <p>{m.quests_connect_text()}</p>
          </div>
        )}
        {props.share}
      </Card>
      <div className={styles.actions}>
        {props.questsLink({ className: buttonClass({ wide: true }), children: m.quests_more() })}
        <Button look="quiet" wide onClick={props.onAgain}>
          {m.quests_again()}
        </Button>
      </div>
    </div>
  )
}

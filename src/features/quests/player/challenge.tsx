import { useEffect, useRef } from 'react'
import type { Quest } from '#contract/quests/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { answerTo, asksDistress, questionAt } from '../play.ts'
import { Indicator } from './indicator.tsx'
import { OptionRows } from './option-rows.tsx'
import styles from './player.module.css'
import { RiskCard } from './risk-card.tsx'
import type { Play } from './use-play.ts'

export interface ChallengeProps {
  quest: Quest
  play: Play
  onHelp: () => void
  /** The person moves from question to question: each new one takes the focus. */
  takesFocus: boolean
}

/** One question with its indicator, its distress where that is asked, and what its answer is met with. */
export function Challenge({ quest, play, onHelp, takesFocus }: ChallengeProps) {
  const { draft, paused, notes } = play
  const question = questionAt(quest, draft)
  const answer = answerTo(draft, question)
  const { distress } = quest
  const heading = useRef<HTMLHeadingElement>(null)

  // An effect because focus lives in the document: it goes to the new question, so that it is read out from its top.
  useEffect(() => {
    if (!takesFocus) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('form')?.firstElementChild?.scrollIntoView({ block: 'nearest' })
  }, [takesFocus])

  return (
    <div className={styles.challenge} data-way={play.way}>
      {question.contentNote && <p className={styles.note}>{question.contentNote}</p>}
      <h2 className={styles.question} ref={heading} tabIndex={-1}>
        {question.text}
      </h2>
      {question.hint && <p className={styles.hint}>{question.hint}</p>}
      {paused && <RiskCard rule={paused} waits />}
      <Indicator
        kind={quest.indicator}
        question={question}
        value={answer?.value}
        onChoose={play.choose}
      />
      {distress && asksDistress(quest, draft, question) && (
        <div className={styles.distress} data-distress>
          <OptionRows
            legend={distress.text}
            showLegend
            options={distress.options}
            scaleLabels={distress.scaleLabels}
            value={answer?.distress}
            onChoose={play.chooseDistress}
          />
        </div>
      )}
      {!paused && notes.map((rule) => <RiskCard key={rule.id} rule={rule} onHelp={onHelp} />)}
      {/* Its room is there before the word is: nothing moves under a finger. */}
      <p className={styles.kept} data-shown={play.keeping === 'kept' || undefined}>
        {m.quests_kept_now()}
      </p>
      <p className={styles.keys}>{m.quests_keys({ count: question.options.length })}</p>
    </div>
  )
}

import { useState } from 'react'
import { trackerDay, trackerScore } from '#contract/trackers/model.ts'
import { promptUndoMs } from '#contract/trackers/prompts.ts'
import { useStored } from '#src/data/resource.ts'
import { openHelp } from '#src/features/safety/help/help-state.ts'
import { entryOn, isAnswered } from '#src/features/trackers/day-entry.ts'
import { entriesResource } from '#src/features/trackers/entries-resource.ts'
import { useLocalClock } from '#src/features/trackers/local-clock.ts'
import { notSavedText, recordAnswer } from '#src/features/trackers/record-answer.ts'
import { answerChoices, savedLine, trackerLabels } from '#src/features/trackers/tracker-labels.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useIsBefore } from '#src/lib/now.ts'
import { deleteOp } from '#src/offline/engine/outbox.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { ChoiceButtons } from '#src/ui/choice/choice-buttons.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import styles from './welcome.module.css'

/** A mood that was given here and can be changed for a few seconds. */
export interface GivenMood {
  readonly answer: string
  readonly opId: string
  readonly untilMs: number
}

export interface MoodCardProps {
  db: UserDatabase
  given: GivenMood | undefined
  onGiven: (mood: GivenMood) => void
}

/** The first mood: one tap saves it, with or without a network. */
export function MoodCard({ db, given, onGiven }: MoodCardProps) {
  const clock = useLocalClock()
  const entries = useStored(db, entriesResource, 1) ?? []
  const entry = entryOn(entries, 'Mood', trackerDay('Mood', clock))
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const changeable = useIsBefore(given?.untilMs)
  const answer = given?.answer ?? (isAnswered(entry) ? entry.answer : undefined)

  const score = answer === undefined ? undefined : trackerScore('Mood', answer)

  async function save(chosen: string) {
    // Another tab may have sent the one from before: then that one counts.
    if (given && (await deleteOp(db, given.opId)) === 'sending') return undefined
    const outcome = await recordAnswer(db, { type: 'Mood', answer: chosen, undoMs: promptUndoMs })
    if (outcome.status === 'not_saved') return notSavedText(outcome.why)
    if (outcome.status === 'saved') {
      onGiven({ answer: chosen, opId: outcome.opId, untilMs: Date.now() + promptUndoMs })
    }
    return undefined
  }

  async function choose(chosen: string) {
    if (busy || chosen === answer) return
    setBusy(true)
    setFailure(await save(chosen))
    setBusy(false)
  }

  return (
    <>
      {failure && (
        <Banner tone="danger" announced>
          {failure}
        </Banner>
      )}
      <ChoiceButtons
        legend={trackerLabels.Mood.question()}
        choices={answerChoices('Mood', 'page')}
        chosen={answer ?? ''}
        onChoose={(chosen) => void choose(chosen)}
        columns={4}
        disabled={answer !== undefined && !changeable}
      />
      <output className={styles.warm}>{score && savedLine('Mood', score)}</output>
      {score && score <= 2 && (
        <div className={styles.said}>
          <p>{trackerLabels.Mood.low()}</p>
          <Button look="secondary" icon="heart" onClick={openHelp}>
            {m.safety_open()}
          </Button>
        </div>
      )}
    </>
  )
}

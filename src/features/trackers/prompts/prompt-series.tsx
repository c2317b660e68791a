import { useState } from 'react'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { trackerDay, trackerScore } from '#contract/trackers/model.ts'
import { promptUndoMs } from '#contract/trackers/prompts.ts'
import { clockAt, useLocalClock } from '../local-clock.ts'
import { notSavedText, recordAnswer, undoAnswer } from '../record-answer.ts'
import {
  answerChoices,
  answerLabel,
  savedLine,
  supersededText,
  trackerLabels,
  trackerQuestion,
} from '../tracker-labels.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDay } from '#src/lib/dates.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { showToast } from '#src/ui/message/toast-store.ts'
import { QueuedDialog } from '#src/ui/dialog/dialog-queue.tsx'
import type { OpenPrompts } from './read-prompts.ts'
import { suggestQuest } from './suggestion-queue.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { ChoiceButtons } from '#src/ui/choice/choice-buttons.tsx'
import { Sheet } from '#src/ui/dialog/sheet.tsx'

export interface PromptSeriesProps {
  db: UserDatabase
  prompts: OpenPrompts
  /** Everything was asked, or the person wants no more of it. */
  onEnd: () => void
}

/** One prompt after the other: question, 6 s to take the answer back, and after a low score what may help. */
export function PromptSeries({ db, prompts, onEnd }: PromptSeriesProps) {
  const [index, setIndex] = useState(0)
  /** False while the answer's Undo is on the page: a dialog would cover it. */
  const [asking, setAsking] = useState(true)
  const type = prompts[index]
  if (!type || !asking) return null

  function next() {
    if (index + 1 >= prompts.length) return onEnd()
    setIndex(index + 1)
    setAsking(true)
  }

  async function answered(asked: TrackerType, answer: string) {
    const outcome = await recordAnswer(db, { type: asked, answer, undoMs: promptUndoMs })
    if (outcome.status === 'not_saved') return notSavedText(outcome.why)
    if (outcome.status === 'already_answered') {
      const { date } = clockAt(Date.now())
      if (outcome.entry) showToast({ text: supersededText(outcome.entry, date) })
      next()
      return undefined
    }
    setAsking(false)
    showToast({
      text: savedText(asked, answer),
      tone: 'success',
      durationMs: promptUndoMs,
      action: {
        label: m.trackers_prompt_undo(),
        onAction: () => {
          void undoAnswer(db, outcome.opId)
          next()
        },
      },
      onExpire: () => {
        const score = trackerScore(asked, answer) ?? 4
        void suggestQuest(db, asked, score).finally(next)
      },
    })
    return undefined
  }

  return (
    <QueuedDialog key={type}>
      <PromptDialog type={type} onAnswer={(answer) => answered(type, answer)} onNotNow={onEnd} />
    </QueuedDialog>
  )
}

/** A warm line first; where the answer counts for the day that ended, that day. */
function savedText(type: TrackerType, answer: string): string {
  const clock = clockAt(Date.now())
  const day = trackerDay(type, clock)
  if (day === clock.date) return savedLine(type, trackerScore(type, answer) ?? 4)
  const tracker = trackerLabels[type].name()
  return m.trackers_prompt_saved_day({ tracker, answer: answerLabel(answer), day: formatDay(day) })
}

interface PromptDialogProps {
  type: TrackerType
  /** Saves the answer; resolves with the text to show where it could not be saved. */
  onAnswer: (answer: string) => Promise<string | undefined>
  onNotNow: () => void
}

/** One tap answers a tracker; 'Not now' is always there and ends the asking for this session. */
function PromptDialog({ type, onAnswer, onNotNow }: PromptDialogProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const clock = useLocalClock()

  async function choose(answer: string) {
    setBusy(true)
    setFailure(await onAnswer(answer))
    setBusy(false)
  }

  return (
    <Sheet
      open
      onClose={onNotNow}
      title={trackerQuestion(type, trackerDay(type, clock) !== clock.date)}
      description={m.trackers_prompt_title()}
      actions={
        <Button look="quiet" onClick={onNotNow}>
          {m.trackers_prompt_not_now()}
        </Button>
      }
    >
      {failure && <Banner tone="danger">{failure}</Banner>}
      <ChoiceButtons
        legend={trackerLabels[type].name()}
        hideLegend
        choices={answerChoices(type, 'prompt')}
        onChoose={(answer) => void choose(answer)}
        columns={4}
        disabled={busy}
      />
    </Sheet>
  )
}

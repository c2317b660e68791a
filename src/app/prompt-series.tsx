import { useState } from 'react'
import { trackerScore, type TrackerType } from '#contract/trackers/model.ts'
import { promptUndoMs, questSuggestion } from '#contract/trackers/prompts.ts'
import { answerWords } from '#src/features/trackers/answer-face.ts'
import { notKeptText } from '#src/features/trackers/not-kept-text.ts'
import { PromptDialog } from '#src/features/trackers/prompt-dialog.tsx'
import { recordAnswer } from '#src/features/trackers/record-answer.ts'
import { SuggestionDialog } from '#src/features/trackers/suggestion-dialog.tsx'
import { trackerName } from '#src/features/trackers/tracker-words.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/database.ts'
import { deleteOp } from '#src/offline/outbox.ts'
import { showToast } from '#src/ui/toast-store.ts'
import { openHelp } from './help/help-state.ts'
import { questLink } from './quest-link.tsx'
import type { OpenPrompts } from './read-prompts.ts'

export interface PromptSeriesProps {
  db: UserDatabase
  prompts: OpenPrompts
  /** Everything was asked, or the person wants no more of it. */
  onEnd: () => void
}

type Step =
  | { name: 'asking' }
  /** The answer is kept and its Undo stands on the page; a dialog would cover it. */
  | { name: 'undoable' }
  | { name: 'suggesting'; answer: string }

/** One prompt after the other: question, 6 s to take the answer back, and after a low score the quest that may help. */
export function PromptSeries({ db, prompts, onEnd }: PromptSeriesProps) {
  const [index, setIndex] = useState(0)
  const [step, setStep] = useState<Step>({ name: 'asking' })
  const type = prompts[index]
  if (!type) return null

  function next() {
    if (index + 1 >= prompts.length) return onEnd()
    setIndex(index + 1)
    setStep({ name: 'asking' })
  }

  async function answered(asked: TrackerType, answer: string) {
    const outcome = await recordAnswer(db, { type: asked, answer, undoMs: promptUndoMs })
    if (outcome.status === 'not_kept') return notKeptText(outcome.why)
    if (outcome.status === 'already_answered') {
      next()
      return undefined
    }
    setStep({ name: 'undoable' })
    showToast({
      text: m.trackers_prompt_saved({ tracker: trackerName[asked](), answer: answerWords(answer) }),
      tone: 'success',
      durationMs: promptUndoMs,
      action: {
        label: m.trackers_prompt_undo(),
        onAction: () => {
          void undo(db, outcome.opId)
          next()
        },
      },
      onExpire: () =>
        suggestionFor(asked, answer) ? setStep({ name: 'suggesting', answer }) : next(),
    })
    return undefined
  }

  switch (step.name) {
    case 'asking':
      return (
        <PromptDialog
          key={type}
          type={type}
          onAnswer={(answer) => answered(type, answer)}
          onNotNow={onEnd}
        />
      )
    case 'undoable':
      return null
    case 'suggesting': {
      const suggestion = suggestionFor(type, step.answer)
      return (
        suggestion && (
          <SuggestionDialog
            type={type}
            suggestion={suggestion}
            questLink={questLink}
            onHelp={openHelp}
            onClose={next}
          />
        )
      )
    }
  }
}

function suggestionFor(type: TrackerType, answer: string) {
  const score = trackerScore(type, answer)
  return score && questSuggestion(type, score)
}

async function undo(db: UserDatabase, opId: string): Promise<void> {
  const outcome = await deleteOp(db, opId)
  const text = outcome === 'deleted' ? m.trackers_prompt_undone() : m.trackers_prompt_too_late()
  showToast({ text })
}

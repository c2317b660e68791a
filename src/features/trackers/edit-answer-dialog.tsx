import { useState } from 'react'
import type { TrackerAnswer } from '#contract/trackers/model.ts'
import { clockAt } from '#src/data/local-clock.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { replaceOp } from '#src/offline/engine/outbox.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { ChoiceGroup } from '#src/ui/choice/choice.tsx'
import { Sheet } from '#src/ui/dialog/dialog.tsx'
import { tapNow } from './record-answer.ts'
import { alreadyText, answerChoices, trackerLabels } from './tracker-labels.ts'

export interface EditAnswerDialogProps {
  db: UserDatabase
  opId: string
  payload: TrackerAnswer
  onClose: () => void
}

/** Another answer for the same day in place of one that was not accepted. */
export function EditAnswerDialog({ db, opId, payload, onClose }: EditAnswerDialogProps) {
  const { trackerType, date } = payload
  const [answer, setAnswer] = useState(payload.answer)
  const [error, setError] = useState<string>()

  async function save() {
    const command = { kind: 'trackers.record', payload: { trackerType, answer, date } } as const
    try {
      const outcome = await replaceOp(db, opId, command, tapNow())
      if (outcome.status === 'queued') onClose()
      else setError(alreadyText(date, clockAt(Date.now()).date))
    } catch {
      setError(m.trackers_failed())
    }
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={m.trackers_edit_title()}
      actions={<Button onClick={() => void save()}>{m.trackers_edit_save()}</Button>}
    >
      <ChoiceGroup
        legend={trackerLabels[trackerType].name()}
        choices={answerChoices(trackerType, 'page')}
        value={answer}
        onChange={setAnswer}
        error={error}
      />
    </Sheet>
  )
}

import { useState } from 'react'
import { trackerDay, type TrackerType } from '#contract/trackers/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { ChoiceButtons } from '#src/ui/choice/choice-buttons.tsx'
import { Sheet } from '#src/ui/dialog/sheet.tsx'
import { answerChoices } from '../answer-face.ts'
import { useLocalClock } from '../local-clock.ts'
import { trackerName, trackerQuestion } from '../tracker-words.ts'

export interface PromptDialogProps {
  type: TrackerType
  /** Keeps the answer; resolves with the text to show where it could not be kept. */
  onAnswer: (answer: string) => Promise<string | undefined>
  onNotNow: () => void
}

/** One tap answers a tracker; 'Not now' is always there and ends the asking for this session. */
export function PromptDialog({ type, onAnswer, onNotNow }: PromptDialogProps) {
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
        legend={trackerName[type]()}
        hideLegend
        choices={answerChoices(type, 'prompt')}
        onChoose={(answer) => void choose(answer)}
        columns={4}
        disabled={busy}
      />
    </Sheet>
  )
}

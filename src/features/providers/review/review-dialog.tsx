import { useState } from 'react'
import { reviewReasonCharsMax, type ReviewDecision } from '#contract/providers/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { serverWords } from '#src/offline/api-error.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Field } from '#src/ui/field.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { TextArea } from '#src/ui/text-area.tsx'

export interface ReviewDialogProps {
  name: string
  decision: ReviewDecision['decision']
  /** Rejects where the server refused or did not answer. */
  onDecide: (decision: ReviewDecision) => Promise<void>
  onClose: () => void
}

/** The last word before a care provider is listed or turned down. What was entered survives an error. */
export function ReviewDialog({ name, decision, onDecide, onClose }: ReviewDialogProps) {
  const [minors, setMinors] = useState(false)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const approves = decision === 'approve'
  useDirtyForm(reason !== '')

  async function decide() {
    if (!approves && reason.trim() === '') return setProblem(m.reports_review_reason_missing())
    setProblem(undefined)
    setFailure(undefined)
    setBusy(true)
    try {
      await onDecide(approves ? { decision, clearedForMinors: minors } : { decision, reason })
    } catch (error) {
      const message = serverWords(error) ?? m.reports_no_answer()
      setFailure(m.reports_review_save_failed({ message }))
      setBusy(false)
    }
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={
        approves
          ? m.reports_review_approve_title({ name })
          : m.reports_review_reject_title({ name })
      }
      actions={
        <Button look={approves ? 'primary' : 'danger'} busy={busy} onClick={() => void decide()}>
          {approves ? m.reports_review_approve() : m.reports_review_reject()}
        </Button>
      }
    >
      {failure && (
        <div role="alert">
          <Banner tone="danger">{failure}</Banner>
        </div>
      )}
      {approves ? (
        <Checkbox
          label={m.reports_review_minors()}
          checked={minors}
          onChange={(event) => setMinors(event.target.checked)}
        />
      ) : (
        <Field label={m.reports_review_reason()} error={problem} required>
          <TextArea
            value={reason}
            rows={3}
            maxLength={reviewReasonCharsMax}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      )}
    </Sheet>
  )
}

import { useState, type ReactNode } from 'react'
import { reviewReasonCharsMax, type ReviewDecision } from '#contract/providers/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { serverWords } from '#src/offline/api/api-error.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { Sheet } from '#src/ui/dialog/sheet.tsx'
import { TextArea } from '#src/ui/field/text-area.tsx'

/**
 * What a superAdmin can answer: to a new provider, to one who is listed and asks to see people under 18, and, of any provider
 * who is listed, whom they may see.
 */
export type ReviewAnswer = 'approve' | 'reject' | 'clear' | 'adults_only' | 'ages'

export interface ReviewDialogProps {
  name: string
  answer: ReviewAnswer
  /** What the review says so far of a provider who is listed; undefined for one who is not. */
  cleared: boolean | undefined
  /** The minors whom a decision concerns that ends the provider's work with them. */
  concerned: ReactNode
  /** Rejects where the server refused or did not answer. */
  onDecide: (decision: ReviewDecision) => Promise<void>
  onClose: () => void
}

/** The last word before a care provider is listed, turned down, or cleared for minors or not. What was entered survives an error. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { name, answer, cleared, concerned, onDecide, onClose } = props
  const [minors, setMinors] = useState(cleared ?? false)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { title, action, save = action } = answerLabels[answer]
  const listed = cleared !== undefined
  const withdraws = listed && (answer === 'reject' || (answer === 'ages' && cleared && !minors))
  useDirtyForm(reason !== '')

  async function decide() {
    const decision = decisionOf(answer, { minors, reason })
    if (!decision) return setProblem(m.reports_review_reason_missing())
    setProblem(undefined)
    setFailure(undefined)
    setBusy(true)
    try {
      await onDecide(decision)
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
      title={title({ name })}
      actions={
        <Button
          look={answer === 'reject' || withdraws ? 'danger' : 'primary'}
          busy={busy}
          onClick={() => void decide()}
        >
          {save()}
        </Button>
      }
    >
      {failure && (
        <div role="alert">
          <Banner tone="danger">{failure}</Banner>
        </div>
      )}
      {(answer === 'approve' || answer === 'ages') && (
        <Checkbox
          label={m.reports_review_minors()}
          checked={minors}
          onChange={(event) => setMinors(event.target.checked)}
        />
      )}
      {answer === 'reject' && (
        <Field label={m.reports_review_reason()} error={problem} required>
          <TextArea
            value={reason}
            rows={3}
            maxLength={reviewReasonCharsMax}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      )}
      {answer === 'clear' && <p>{m.reports_review_clear_text()}</p>}
      {answer === 'adults_only' && <p>{m.reports_review_adults_text()}</p>}
      {withdraws && concerned}
    </Sheet>
  )
}

interface AnswerLabels {
  readonly title: (about: { name: string }) => string
  readonly action: () => string
  /** The last press, where it is called something else. */
  readonly save?: () => string
}

export const answerLabels: Record<ReviewAnswer, AnswerLabels> = {
  approve: { title: m.reports_review_approve_title, action: m.reports_review_approve },
  reject: { title: m.reports_review_reject_title, action: m.reports_review_reject },
  clear: { title: m.reports_review_clear_title, action: m.reports_review_clear },
  adults_only: { title: m.reports_review_adults_title, action: m.reports_review_adults },
  ages: {
    title: m.reports_review_ages_title,
    action: m.reports_review_ages,
    save: m.reports_review_ages_save,
  },
}

/** Undefined where a reason is missing. Who asked to see minors stays listed, whatever the answer. */
function decisionOf(
  answer: ReviewAnswer,
  { minors, reason }: { minors: boolean; reason: string },
): ReviewDecision | undefined {
  switch (answer) {
    case 'approve':
    case 'ages':
      return { decision: 'approve', clearedForMinors: minors }
    case 'clear':
    case 'adults_only':
      return { decision: 'approve', clearedForMinors: answer === 'clear' }
    case 'reject':
      return reason.trim() === '' ? undefined : { decision: 'reject', reason }
  }
}

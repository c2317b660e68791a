import { useState, type ReactNode } from 'react'
import { reportNoteCharsMax, type Report, type ReportDecision } from '#contract/safety/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { serverWords } from '#src/offline/api/api-error.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { ChoiceGroup } from '#src/ui/choice/choice-group.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { Sheet } from '#src/ui/dialog/sheet.tsx'
import { TextArea } from '#src/ui/field/text-area.tsx'
import { reportStateLabel } from './report-state-labels.ts'

export interface DecisionDialogProps {
  report: Report
  /** The minors whom closing the account of a care provider concerns. */
  concerned?: ReactNode
  /** Rejects where the server refused or did not answer. */
  onDecide: (decision: ReportDecision) => Promise<void>
  onClose: () => void
}

const decisions = ['inReview', 'resolved', 'dismissed'] as const

/** What becomes of a report, and of the account it is about. What was entered survives an error. */
export function DecisionDialog({ report, concerned, onDecide, onClose }: DecisionDialogProps) {
  const [state, setState] = useState<(typeof decisions)[number]>(
    report.state === 'open' ? 'inReview' : report.state,
  )
  const [note, setNote] = useState(report.handlingNote ?? '')
  const [turns, setTurns] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { subject } = report
  useDirtyForm(note !== (report.handlingNote ?? ''))

  async function save() {
    setBusy(true)
    setFailure(undefined)
    try {
      const suspend = turns && subject ? { suspend: !subject.suspended } : {}
      await onDecide({ state, note, ...suspend })
    } catch (error) {
      const message = serverWords(error) ?? m.reports_no_answer()
      setFailure(m.reports_admin_save_failed({ message }))
      setBusy(false)
    }
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={m.reports_admin_decide_title()}
      actions={
        <Button busy={busy} onClick={() => void save()}>
          {m.reports_admin_save()}
        </Button>
      }
    >
      {failure && (
        <div role="alert">
          <Banner tone="danger">{failure}</Banner>
        </div>
      )}
      <ChoiceGroup
        legend={m.reports_admin_decision()}
        columns={3}
        choices={decisions.map((value) => ({ value, label: reportStateLabel(value) }))}
        value={state}
        onChange={setState}
      />
      <Field label={m.reports_admin_handling()} optional>
        <TextArea
          value={note}
          rows={3}
          maxLength={reportNoteCharsMax}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      {subject && (
        <Checkbox
          label={subject.suspended ? m.reports_admin_reopen() : m.reports_admin_suspend()}
          checked={turns}
          onChange={(event) => setTurns(event.target.checked)}
        />
      )}
      {turns && !subject?.suspended && concerned}
    </Sheet>
  )
}

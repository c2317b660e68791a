import { useState, type ReactNode } from 'react'
import {
  reportStates,
  type Report,
  type ReportState,
  reportNoteCharsMax,
  type ReportDecision,
} from '#contract/safety/api.ts'
import { usePages } from '#src/data/use-pages.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { serverWords } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { ChoiceGroup } from '#src/ui/choice/choice.tsx'
import { Sheet } from '#src/ui/dialog/dialog.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { TextArea } from '#src/ui/field/inputs.tsx'
import { Tabs } from '#src/ui/menu/tabs.tsx'
import { FailureBanner } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { BackToDashboard } from '#src/ui/nav/back-links.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { MinorsConcerned, AdminList } from '../admin/admin-list.tsx'
import { ReportCard, reportName, reportStateLabel } from '../admin/report-card.tsx'
import { decideReport, fetchReportFile, fetchReports } from '../admin/reports-data.ts'
import styles from '../admin/admin-list.module.css'

/** The reports of everybody, for a superAdmin: what was reported, and what became of it. */
export function ReportsPage({ db }: { db: UserDatabase }) {
  const [state, setState] = useState<ReportState>('open')
  return (
    <div className={styles.screen}>
      <PageHeader
        title={m.reports_admin_title()}
        text={m.reports_admin_text()}
        back={<BackToDashboard />}
      />
      <Tabs
        label={m.reports_admin_states()}
        tabs={reportStates.map((id) => ({ id, label: reportStateLabel(id) }))}
        value={state}
        onChange={setState}
      >
        <ReportList key={state} db={db} state={state} />
      </Tabs>
    </div>
  )
}

function ReportList({ db, state }: { db: UserDatabase; state: ReportState }) {
  const [deciding, setDeciding] = useState<Report>()
  const pages = usePages((after) => fetchReports(db, state, after))
  return (
    <div className={styles.screen}>
      <AdminList
        pages={pages}
        idOf={({ _id }) => _id}
        texts={{
          none: m.reports_admin_none(),
          noneText: m.reports_admin_none_text(),
          failed: m.reports_admin_failed(),
          offline: m.reports_admin_offline(),
        }}
        renderRow={(report) => (
          <ReportCard
            report={report}
            onOpenFile={(message) => fetchReportFile(db, report._id, message._id)}
            action={
              <Button look="secondary" onClick={() => setDeciding(report)}>
                {m.reports_admin_decide()} <VisuallyHidden>{reportName(report)}</VisuallyHidden>
              </Button>
            }
          />
        )}
      />
      {deciding && (
        <DecisionDialog
          report={deciding}
          concerned={<Concerned db={db} report={deciding} />}
          onDecide={async (decision) => {
            const { _id } = deciding
            const after = await decideReport(db, _id, decision)
            pages.change((rows) => inState(rows, state, after))
            setDeciding(undefined)
            showToast({ text: m.reports_admin_saved(), tone: 'success' })
          }}
          onClose={() => setDeciding(undefined)}
        />
      )}
    </div>
  )
}

/** Whoever closes a care provider's account reads first which young people lose them by it. */
function Concerned({ db, report: { subject } }: { db: UserDatabase; report: Report }) {
  if (subject?.userType !== 'ServiceProvider') return null
  return <MinorsConcerned db={db} providerId={subject.id} />
}

/** A report that is in another state now has left this list. */
function inState(rows: readonly Report[], state: ReportState, changed: Report): Report[] {
  return rows
    .map((row) => (row._id === changed._id ? changed : row))
    .filter((row) => row.state === state)
}

interface DecisionDialogProps {
  report: Report
  /** The minors whom closing the account of a care provider concerns. */
  concerned?: ReactNode
  /** Rejects where the server refused or did not answer. */
  onDecide: (decision: ReportDecision) => Promise<void>
  onClose: () => void
}

const decisions = ['inReview', 'resolved', 'dismissed'] as const

/** What becomes of a report, and of the account it is about. What was entered survives an error. */
function DecisionDialog({ report, concerned, onDecide, onClose }: DecisionDialogProps) {
  const [state, setState] = useState<(typeof decisions)[number]>(
    report.state === 'open' ? 'inReview' : report.state,
  )
  const [note, setNote] = useState(report.handlingNote ?? '')
  const [turns, setTurns] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { subject } = report
  const changed = note !== (report.handlingNote ?? '')
  useDirtyForm(changed)

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
      // A stray tap beside it must not lose what was written.
      dismissible={!busy && !changed}
      title={m.reports_admin_decide_title()}
      actions={
        <>
          <Button busy={busy} onClick={() => void save()}>
            {m.reports_admin_save()}
          </Button>
          <Button look="secondary" disabled={busy} onClick={onClose}>
            {m.reports_keep()}
          </Button>
        </>
      }
    >
      <FailureBanner text={failure} />
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
          hint={!subject.suspended && m.reports_admin_suspend_text()}
          checked={turns}
          onChange={(event) => setTurns(event.target.checked)}
        />
      )}
      {turns && !subject?.suspended && concerned}
    </Sheet>
  )
}

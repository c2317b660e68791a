import { useState } from 'react'
import { reportStates, type Report, type ReportState } from '#contract/safety/model.ts'
import { MinorsConcerned } from '../admin/minors-concerned.tsx'
import { DecisionDialog } from '../admin/decision-dialog.tsx'
import { decideReport, fetchReportFile, fetchReports } from '../admin/reports-data.ts'
import { ReportCard } from '../admin/report-card.tsx'
import { reportStateLabel } from '../admin/report-state-labels.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { usePages } from '#src/data/use-pages.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { Tabs } from '#src/ui/menu/tabs.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import { BackToDashboard } from '#src/ui/nav/back-to-dashboard.tsx'
import { AdminList } from '../admin/admin-list.tsx'
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
                {m.reports_admin_decide()}
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

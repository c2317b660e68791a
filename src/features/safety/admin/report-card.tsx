import type { ReactNode } from 'react'
import type { Report } from '#contract/safety/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { longDate } from '#src/lib/long-date.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { reasonWords } from '../reason-words.ts'
import { reportStateTones, reportStateWords } from './report-state-words.ts'
import styles from './report-card.module.css'

/** A report with everything that a decision needs. */
export function ReportCard({ report, action }: { report: Report; action: ReactNode }) {
  const { reporter, subject, note, state, handledAt, handlingNote } = report
  return (
    <Card>
      <CardHeader
        title={reasonWords(report.reason)}
        subtitle={m.reports_admin_about({ name: nameOf(subject) })}
        end={<Tag tone={reportStateTones[state]}>{reportStateWords(state)}</Tag>}
      />
      <CardBody>
        <p className={styles.muted}>
          {m.reports_admin_by({ name: nameOf(reporter), date: longDate(report.createdAt) })}
        </p>
        {subject?.suspended && (
          <p>
            <Tag tone="danger" icon="alert">
              {m.reports_admin_suspended()}
            </Tag>
          </p>
        )}
        {note && (
          <section className={styles.part}>
            <h3>{m.reports_admin_note()}</h3>
            <p className={styles.words} dir="auto">
              {note}
            </p>
          </section>
        )}
        <section className={styles.part}>
          <h3>{m.reports_admin_snapshot()}</h3>
          <Snapshot fields={report.snapshot} />
        </section>
        {handledAt && (
          <p className={styles.muted} dir="auto">
            {m.reports_admin_handled({ date: longDate(handledAt) })} {handlingNote}
          </p>
        )}
        <div>{action}</div>
      </CardBody>
    </Card>
  )
}

/** What the reporter saw, field by field, as it was kept. */
function Snapshot({ fields }: { fields: Report['snapshot'] }) {
  return (
    <dl className={styles.snapshot}>
      {Object.entries(fields).map(([name, value]) => (
        <div key={name} className={styles.field}>
          <dt>{name}</dt>
          <dd dir="auto">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function nameOf(person: { firstname: string; lastname: string } | null): string {
  return person ? `${person.firstname} ${person.lastname}` : m.reports_admin_gone()
}

import { type ReactNode, useState } from 'react'
import {
  type Report,
  type ReportedMessage,
  opensInReport,
  type ReportState,
} from '#contract/safety/api.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { joinFacts } from '#src/i18n/speech.ts'
import { formatDate, formatMoment } from '#src/lib/dates.ts'
import { formatBytes, saveFile } from '#src/lib/hand-over.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { Tag, type TagProps } from '#src/ui/message/tag.tsx'
import { reasonLabel } from '../report-sheet.tsx'
import styles from './report-card.module.css'

export interface ReportCardProps {
  report: Report
  action: ReactNode
  onOpenFile: OpenFile
}

/** A report with everything that a decision needs. */
export function ReportCard({ report, action, onOpenFile }: ReportCardProps) {
  const { reporter, subject, note, state, readable, handledAt, handlingNote, expiresAt } = report
  const name = subjectName(report)
  // Of a message its line says the same, with the messages around it.
  const fields = report.messages.some(({ reported }) => reported) ? {} : report.snapshot
  return (
    <Card>
      <CardHeader
        title={reasonLabel(report.reason)}
        subtitle={m.reports_admin_about({ name })}
        end={<Tag tone={reportStateTones[state]}>{reportStateLabel(state)}</Tag>}
      />
      <CardBody>
        <p className={styles.muted}>
          {m.reports_admin_by({ name: nameOf(reporter), date: formatDate(report.createdAt) })}
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
        {!readable && <Banner tone="danger">{m.reports_admin_unreadable()}</Banner>}
        {Object.keys(fields).length > 0 && (
          <section className={styles.part}>
            <h3>{m.reports_admin_snapshot()}</h3>
            <Snapshot fields={fields} />
          </section>
        )}
        <ReportedMessages
          report={report}
          subject={name}
          reporter={reporter ? nameOf(reporter) : m.reports_admin_reporter()}
          onOpenFile={onOpenFile}
        />
        {handledAt && (
          <p className={styles.muted} dir="auto">
            {m.reports_admin_handled({ date: formatDate(handledAt) })} {handlingNote}
          </p>
        )}
        <p className={styles.muted}>
          {expiresAt
            ? m.reports_admin_expires({ date: formatDate(expiresAt) })
            : m.reports_admin_expires_later()}
        </p>
        <div>{action}</div>
      </CardBody>
    </Card>
  )
}

/** What the reporter saw, field by field, as it was stored. */
function Snapshot({ fields }: { fields: Report['snapshot'] }) {
  return (
    <dl className={styles.snapshot}>
      {Object.entries(fields).map(([name, value]) => (
        <div key={name} className={styles.field}>
          <dt lang="en">{name}</dt>
          <dd dir="auto">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** By their account or, once that is gone, by what was locked away with their words. */
/** "Harassment · About Rana Haddad", for those who do not see on which card they are. */
export function reportName(report: Report): string {
  const about = m.reports_admin_about({ name: subjectName(report) })
  return joinFacts([reasonLabel(report.reason), about])
}

function subjectName({ subject, snapshot }: Report): string {
  const { sender } = snapshot
  return subject === null && typeof sender === 'string' ? sender : nameOf(subject)
}

function nameOf(person: { firstname: string; lastname: string } | null): string {
  return person ? `${person.firstname} ${person.lastname}` : m.reports_admin_gone()
}

interface ReportedMessagesProps {
  report: Report
  /** What whoever is reported is called. */
  subject: string
  reporter: string
  onOpenFile: OpenFile
}

/**
 * The messages that went with a report, the reported one marked; of a report of a person, what was locked away, apart from
 * what is there still.
 */
function ReportedMessages({ report, ...props }: ReportedMessagesProps) {
  const { messages, target } = report
  if (target.kind !== 'person') {
    return <Lines {...props} title={m.reports_admin_messages()} messages={messages} />
  }
  const deleted = messages.filter(({ deletedAt }) => deletedAt !== null)
  const there = messages.filter(({ deletedAt }) => deletedAt === null)
  return (
    <>
      <Lines {...props} title={m.reports_admin_sealed_messages()} messages={deleted} />
      <Lines {...props} title={m.reports_admin_between()} messages={there} />
    </>
  )
}

interface LinesProps extends Omit<ReportedMessagesProps, 'report'> {
  title: string
  messages: readonly ReportedMessage[]
}

function Lines({ title, messages, subject, reporter, onOpenFile }: LinesProps) {
  if (messages.length === 0) return null
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      <ol className={styles.messages}>
        {messages.map((message) => (
          <Line
            key={message._id}
            message={message}
            author={message.byReporter ? reporter : subject}
            file={<ReportedFile message={message} onOpen={onOpenFile} />}
          />
        ))}
      </ol>
    </section>
  )
}

interface LineProps {
  message: ReportedMessage
  author: string
  file: ReactNode
}

function Line({ message, author, file }: LineProps) {
  const { reported, byReporter, text, sentAt, deletedAt } = message
  const empty = text === '' && message.file === null
  return (
    <li
      className={styles.message}
      data-reported={reported || undefined}
      data-reporter={byReporter || undefined}
    >
      <p className={styles.messageHead}>
        <strong dir="auto">{author}</strong>
        <time dateTime={sentAt}>{formatMoment(Date.parse(sentAt))}</time>
        {reported && (
          <Tag tone="danger" icon="alert">
            {m.reports_admin_reported()}
          </Tag>
        )}
        {deletedAt && !empty && (
          <Tag tone="warn" icon="trash">
            {m.reports_admin_was_deleted({ date: formatDate(deletedAt) })}
          </Tag>
        )}
      </p>
      {text && (
        <p className={styles.words} dir="auto">
          {text}
        </p>
      )}
      {empty && <p className={styles.muted}>{m.reports_admin_deleted_empty()}</p>}
      {file}
    </li>
  )
}

/** Gives the bytes of a reported message's file; rejects where they cannot be had. */
type OpenFile = (message: ReportedMessage) => Promise<Blob>

export interface ReportedFileProps {
  message: ReportedMessage
  onOpen: OpenFile
}

/** The file of a message in a report. Nothing of it is fetched or shown before somebody asks for it. */
function ReportedFile({ message, onOpen }: ReportedFileProps) {
  const [state, setState] = useState<'busy' | 'failed'>()
  const [picture, setPicture] = useState<string>()
  const { file } = message
  if (!file) return null
  const { name, kind, bytes, attached } = file
  const opens = attached && opensInReport(kind)

  async function open() {
    setState('busy')
    try {
      const content = await onOpen(message)
      if (kind === 'pdf') saveFile(name, content)
      else setPicture(URL.createObjectURL(content))
      setState(undefined)
    } catch {
      setState('failed')
    }
  }

  function close() {
    if (picture) URL.revokeObjectURL(picture)
    setPicture(undefined)
  }

  return (
    <div className={styles.file}>
      <p className={styles.fileName}>
        <Icon name="attach" size={18} />
        <span dir="auto">{m.reports_admin_file({ name, size: formatBytes(bytes) })}</span>
      </p>
      {opens && (
        <Button look="secondary" size="small" busy={state === 'busy'} onClick={() => void open()}>
          {kind === 'pdf' ? m.reports_admin_file_save() : m.reports_admin_file_open()}
        </Button>
      )}
      {!opens && (
        <p className={styles.muted}>
          {attached ? m.reports_admin_file_other() : m.reports_admin_file_around()}
        </p>
      )}
      {state === 'failed' && (
        <p role="alert" className={styles.failed}>
          {m.reports_admin_file_failed()}
        </p>
      )}
      {picture && <Picture name={name} url={picture} onClose={close} />}
    </div>
  )
}

/** The address of a picture lives as long as it is on show. */
function Picture({ name, url, onClose }: { name: string; url: string; onClose: () => void }) {
  return (
    <Dialog open wide onClose={onClose} title={name}>
      <img className={styles.picture} src={url} alt={m.reports_admin_file_image({ name })} />
    </Dialog>
  )
}

const labels: Record<ReportState, () => string> = {
  open: m.reports_state_open,
  inReview: m.reports_state_in_review,
  resolved: m.reports_state_resolved,
  dismissed: m.reports_state_dismissed,
}

export function reportStateLabel(state: ReportState): string {
  return labels[state]()
}

const reportStateTones: Record<ReportState, NonNullable<TagProps['tone']>> = {
  open: 'danger',
  inReview: 'warn',
  resolved: 'success',
  dismissed: 'plain',
}

import type { ReactNode } from 'react'
import type { Report, ReportedMessage } from '#contract/safety/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { longDate, longMoment } from '#src/lib/long-date.ts'
import { Tag } from '#src/ui/message/tag.tsx'
import { ReportedFile, type OpenFile } from './reported-file.tsx'
import styles from './report-card.module.css'

export interface ReportedMessagesProps {
  report: Report
  /** What whoever is reported is called. */
  subject: string
  reporter: string
  onOpenFile: OpenFile
}

/** The messages that went with a report, the reported one marked; of a report of a person, what was locked away. */
export function ReportedMessages(props: ReportedMessagesProps) {
  const { report, subject, reporter, onOpenFile } = props
  const { messages, target } = report
  if (messages.length === 0) return null
  const ofPerson = target.kind === 'person'
  return (
    <section className={styles.part}>
      <h3>{ofPerson ? m.reports_admin_sealed_messages() : m.reports_admin_messages()}</h3>
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
        <time dateTime={sentAt}>{longMoment(Date.parse(sentAt))}</time>
        {reported && (
          <Tag tone="danger" icon="alert">
            {m.reports_admin_reported()}
          </Tag>
        )}
        {deletedAt && !empty && (
          <Tag tone="warn" icon="trash">
            {m.reports_admin_was_deleted({ date: longDate(deletedAt) })}
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

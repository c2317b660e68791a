import { Link } from '@tanstack/react-router'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useResource, type Loaded } from '#src/data/resource.ts'
import { markRead, noticesResource } from '#src/features/notices/notices-resource.ts'
import { NoticesBox } from '#src/features/notices/notices-box.tsx'
import { HappenedLine } from '#src/features/notices/happened-line.tsx'
import { UnsentLines, useUnsent } from '#src/features/sync/unsent.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDate } from '#src/lib/dates.ts'
import { useOnline } from '#src/lib/online.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { showToast } from '#src/ui/message/toast-store.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { asMember } from '#src/session/as-member.ts'
import styles from './dashboard.module.css'

/** What every feature has to say to the person: first what waits on this device, then what happened, newest first. */
export function NoticesPart({ db }: { db: UserDatabase }) {
  const rows = useUnsent(db)
  const of = useResource(db, noticesResource)
  const notices = of.data ?? []

  async function markAll() {
    try {
      await asMember(db, (token) => markRead(db, token, notices))
    } catch {
      showToast({ text: m.notices_mark_failed(), tone: 'danger' })
    }
  }

  const empty = rows.length === 0 && notices.length === 0
  return (
    <NoticesBox
      empty={empty}
      onRead={notices.length > 0 ? () => void markAll() : undefined}
      all={
        <Link className={buttonClass({ look: 'quiet', size: 'small' })} to="/notifications">
          {m.notices_see_all()}
        </Link>
      }
      failed={
        of.refresh.error !== undefined &&
        (empty ? (
          <ResourceMissing of={of} compact skeleton={{ count: 2 }} failed={m.notices_failed()} />
        ) : (
          <NotNewest of={of} />
        ))
      }
    >
      <UnsentLines rows={rows} />
      {notices.map((notice) => (
        <HappenedLine key={notice._id} notice={notice} when={formatDate(notice.createdAt)} />
      ))}
    </NoticesBox>
  )
}

/** The newest could not be read: the lines are what this device knew. Offline, the shell says so already. */
function NotNewest({ of: { refresh } }: { of: Loaded<unknown> }) {
  const online = useOnline()
  return online && <p className={styles.note}>{failureText(refresh.error, m.notices_failed())}</p>
}

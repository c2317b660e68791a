import { useState } from 'react'
import type { Notice } from '#contract/notices/api.ts'
import { useNow } from '#src/data/local-clock.ts'
import { ResourceView } from '#src/data/resource-view.tsx'
import { useResource } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { dayKey, formatClock, formatRelativeDay } from '#src/lib/dates.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody } from '#src/ui/card/card.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { BackToDashboard } from '#src/ui/nav/back-links.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { HappenedLine } from '../notices-box.tsx'
import { inboxResource, markRead } from '../notices-resource.ts'
import styles from '../notices-box.module.css'

/** Everything that happened to the person, by day, read or not, with or without a network. */
export function NoticesPage({ db }: { db: UserDatabase }) {
  const of = useResource(db, inboxResource)
  const [busy, setBusy] = useState(false)
  const unread = of.data?.filter(({ read }) => !read) ?? []

  async function markAll() {
    setBusy(true)
    try {
      await asMember(db, (token) => markRead(db, token, unread))
    } catch {
      showToast({ text: m.notices_mark_failed(), tone: 'danger' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <PageHeader
        title={m.notices_title()}
        text={m.notices_text()}
        back={<BackToDashboard />}
        actions={
          unread.length > 0 && (
            <Button look="secondary" icon="check" busy={busy} onClick={() => void markAll()}>
              {m.notices_mark_read()}
            </Button>
          )
        }
      />
      <ResourceView
        of={of}
        failed={m.notices_failed()}
        offline={m.notices_offline()}
        empty={<EmptyState emoji="💌" title={m.sync_notifications_empty()} />}
      >
        {(notices) => <Days notices={notices} />}
      </ResourceView>
    </>
  )
}

function Days({ notices }: { notices: readonly Notice[] }) {
  const nowMs = useNow()
  const days = Map.groupBy(notices, ({ createdAt }) => dayKey(Date.parse(createdAt)))
  return (
    <div className={styles.days}>
      {[...days.values()].map((ofDay) => (
        <section key={ofDay[0]?._id} className={styles.day}>
          <h2 className={styles.title}>
            {formatRelativeDay(Date.parse(ofDay[0]?.createdAt ?? ''), nowMs)}
          </h2>
          <Card>
            <CardBody>
              <ul className={styles.lines}>
                {ofDay.map((notice) => (
                  <HappenedLine key={notice._id} notice={notice} when={whenWords(notice)} />
                ))}
              </ul>
            </CardBody>
          </Card>
        </section>
      ))}
    </div>
  )
}

/** The time of the day; what was not read yet says so. */
function whenWords({ createdAt, read }: Notice): string {
  const time = formatClock(createdAt)
  return read ? time : m.notices_new({ time })
}

import { useState } from 'react'
import type { SessionInfo } from '#contract/account/settings.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDate } from '#src/lib/dates.ts'
import { useOnline } from '#src/lib/online.ts'
import { useRefresh, type Refresh } from '#src/data/use-refresh.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { OfflineState } from '#src/ui/state/offline-state.tsx'
import { Rows, Row } from '#src/ui/card/rows.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import { failureWords } from '../profile/failure-words.ts'
import { deviceWords } from './device-words.ts'
import styles from './settings.module.css'
import { useNow } from '#src/lib/now.ts'
import { Tag } from '#src/ui/message/tag.tsx'
import { lastUsedWords } from './last-used-words.ts'

export interface SessionsSectionProps {
  fetchSessions: () => Promise<SessionInfo[]>
  endOne: (id: string) => Promise<void>
  endOthers: () => Promise<void>
}

/** Where the person is logged in, and the way to end it there. */
export function SessionsSection({ fetchSessions, endOne, endOthers }: SessionsSectionProps) {
  const [sessions, setSessions] = useState<readonly SessionInfo[]>()
  const [ending, setEnding] = useState<string>()
  const { refresh, again } = useRefresh(async () => setSessions(await fetchSessions()))

  async function end(what: string, work: () => Promise<void>, done: string, stay: StaysOpen) {
    setEnding(what)
    try {
      await work()
      setSessions((now) => now?.filter(stay))
      showToast({ text: done, tone: 'success' })
    } catch (error) {
      const text = failureWords(error, m.settings_sessions_end_failed())
      showToast({ text, tone: 'danger' })
    } finally {
      setEnding(undefined)
    }
  }

  function endHere({ id, userAgent }: SessionInfo) {
    const done = m.settings_sessions_ended({ device: deviceWords(userAgent) })
    void end(
      id,
      () => endOne(id),
      done,
      (session) => session.id !== id,
    )
  }

  function endElsewhere() {
    const done = m.settings_sessions_ended_others()
    void end(others, endOthers, done, (session) => session.current)
  }

  const elsewhere = sessions?.filter((session) => !session.current) ?? []
  return (
    <Card>
      <CardHeader
        title={m.settings_sessions_title()}
        subtitle={elsewhere.length > 0 && m.settings_sessions_text()}
      />
      <CardBody>
        {sessions ? (
          <>
            <Rows>
              {sessions.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  ending={ending === session.id}
                  onEnd={() => endHere(session)}
                />
              ))}
            </Rows>
            {elsewhere.length > 0 ? (
              <Button look="secondary" busy={ending === others} onClick={endElsewhere}>
                {m.settings_sessions_end_others()}
              </Button>
            ) : (
              <p className={styles.muted}>{m.settings_sessions_only()}</p>
            )}
          </>
        ) : (
          <NotYet refresh={refresh} onRetry={again} />
        )}
      </CardBody>
    </Card>
  )
}

type StaysOpen = (session: SessionInfo) => boolean

/** Stands for all other sessions where one is named by its id. */
const others = 'others'

/** The list is never kept on the device: an old one would be wrong about who is logged in. */
function NotYet({ refresh, onRetry }: { refresh: Refresh; onRetry: () => void }) {
  const online = useOnline()
  if (refresh.status !== 'failed') return <Skeleton shape="card" count={1} />
  if (!online) return <OfflineState compact text={m.settings_sessions_offline()} />
  return (
    <ErrorState
      compact
      title={failureText(refresh.error, m.settings_sessions_failed())}
      onRetry={onRetry}
    />
  )
}

interface SessionRowProps {
  session: SessionInfo
  ending: boolean
  onEnd: () => void
}

/** One place where the person is logged in. */
function SessionRow({ session, ending, onEnd }: SessionRowProps) {
  const nowMs = useNow()
  const device = deviceWords(session.userAgent)
  const day = formatDate(Date.parse(session.lastUsedAt))
  const since = m.settings_sessions_since({ day: formatDate(Date.parse(session.createdAt)) })
  return (
    <Row
      title={device}
      note={`${lastUsedWords(session.lastUsedAt, nowMs)} · ${since}`}
      end={
        session.current ? (
          <Tag tone="success" icon="check">
            {m.settings_sessions_this()}
          </Tag>
        ) : (
          <Button
            look="secondary"
            size="small"
            busy={ending}
            aria-label={m.settings_sessions_end_label({ device, day })}
            onClick={onEnd}
          >
            {m.settings_sessions_end()}
          </Button>
        )
      }
    />
  )
}

import { useState } from 'react'
import { type SessionInfo, settingsApi } from '#contract/account/settings.ts'
import { useNow } from '#src/data/local-clock.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useRemote, defineRemote } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { joinFacts } from '#src/i18n/speech.ts'
import { formatDate } from '#src/lib/dates.ts'
import { deviceLabel } from '#src/lib/device-label.ts'
import { failureText, isApiProblem } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Row, Rows } from '#src/ui/card/lists.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import styles from './settings.module.css'

/** Where the person is logged in, and the way to end it there. */
export function SessionsSection({ db }: { db: UserDatabase }) {
  const [ending, setEnding] = useState<string>()
  const of = useRemote(db, sessionsRemote)

  async function end(what: string, work: () => Promise<void>, done: string, stay: StaysOpen) {
    setEnding(what)
    try {
      await work()
      of.change((sessions) => sessions.filter(stay))
      showToast({ text: done, tone: 'success' })
    } catch (error) {
      const text = failureText(error, m.settings_sessions_end_failed())
      showToast({ text, tone: 'danger' })
    } finally {
      setEnding(undefined)
    }
  }

  function endOne({ id, userAgent }: SessionInfo) {
    const done = m.settings_sessions_ended({ device: deviceLabel(userAgent) })
    void end(
      id,
      () => endSession(db, id),
      done,
      (session) => session.id !== id,
    )
  }

  function endElsewhere() {
    const done = m.settings_sessions_ended_others()
    void end(
      others,
      () => endOtherSessions(db),
      done,
      (session) => session.current,
    )
  }

  const elsewhere = of.data?.filter((session) => !session.current) ?? []
  return (
    <Card>
      <CardHeader
        title={m.settings_sessions_title()}
        subtitle={elsewhere.length > 0 && m.settings_sessions_text()}
      />
      <CardBody>
        {of.data ? (
          <>
            <Rows>
              {of.data.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  ending={ending === session.id}
                  onEnd={() => endOne(session)}
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
          <ResourceMissing
            of={of}
            compact
            skeleton={{ shape: 'card', count: 1 }}
            failed={m.settings_sessions_failed()}
            offline={m.settings_sessions_offline()}
          />
        )}
      </CardBody>
    </Card>
  )
}

type StaysOpen = (session: SessionInfo) => boolean

/** In place of an id: all sessions but this one. */
const others = 'others'

interface SessionRowProps {
  session: SessionInfo
  ending: boolean
  onEnd: () => void
}

/** One place where the person is logged in. */
function SessionRow({ session, ending, onEnd }: SessionRowProps) {
  const nowMs = useNow()
  const device = deviceLabel(session.userAgent)
  const day = formatDate(Date.parse(session.lastUsedAt))
  const since = m.settings_sessions_since({ day: formatDate(Date.parse(session.createdAt)) })
  return (
    <Row
      title={device}
      note={joinFacts([lastUsedLabel(session.lastUsedAt, nowMs), since])}
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

/** Where the person is logged in, this device first. Never stored: an old list would be wrong about who is logged in. */
const sessionsRemote = defineRemote<readonly SessionInfo[]>({
  fetch: async (token) => {
    const sessions = await callApi(settingsApi.listSessions, {}, { token })
    return sessions.toSorted((a, b) => Number(b.current) - Number(a.current))
  },
})

/** Ends one session; one that has ended already is no error. Rejects as the call does. */
async function endSession(db: UserDatabase, id: string): Promise<void> {
  try {
    await asMember(db, (token) => callApi(settingsApi.endSession, { params: { id } }, { token }))
  } catch (error) {
    if (!isApiProblem(error) || error.problem.code !== 'not_found') throw error
  }
}

/** Ends every session but this one. Rejects as the call does. */
async function endOtherSessions(db: UserDatabase): Promise<void> {
  await asMember(db, (token) => callApi(settingsApi.endOtherSessions, {}, { token }))
}

/** "Used today" or "Last used March 5, 2026" of an ISO instant; the server records a use once an hour. */
export function lastUsedLabel(lastUsedAt: string, nowMs: number): string {
  const day = formatDate(Date.parse(lastUsedAt))
  return day === formatDate(nowMs)
    ? m.settings_sessions_used_today()
    : m.settings_sessions_used({ day })
}

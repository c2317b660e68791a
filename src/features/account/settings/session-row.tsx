import type { SessionInfo } from '#contract/account/settings.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useNow } from '#src/lib/now.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Row } from '#src/ui/card/rows.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { deviceWords } from './device-words.ts'
import { dayOf, lastUsedWords } from './last-used-words.ts'

export interface SessionRowProps {
  session: SessionInfo
  ending: boolean
  onEnd: () => void
}

/** One place where the person is logged in. */
export function SessionRow({ session, ending, onEnd }: SessionRowProps) {
  const nowMs = useNow()
  const device = deviceWords(session.userAgent)
  const day = dayOf(Date.parse(session.lastUsedAt))
  const since = m.settings_sessions_since({ day: dayOf(Date.parse(session.createdAt)) })
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

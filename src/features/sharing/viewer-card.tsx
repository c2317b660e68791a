import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AccessRead, Viewer, ViewerState } from '#contract/sharing/model.ts'
import { refreshResource } from '#src/data/resource.ts'
import { queueRevocation, turnOn } from '#src/data/share-switch.ts'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatAgo } from '#src/lib/dates.ts'
import { useOnline } from '#src/lib/online.ts'
import { Photo } from '#src/lib/private-image.tsx'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import type { Session } from '#src/session/session.ts'
import { buttonClass } from '#src/ui/button/button.tsx'
import { Card, CardHeader } from '#src/ui/card/card.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { cellOf, grant, type Thing } from './share-kinds.ts'
import { noteShown, sharingResource, type WhoSees } from './sharing-resource.ts'
import styles from './sharing.module.css'

export interface ViewerCardProps {
  db: UserDatabase
  session: Session
  view: WhoSees
  viewer: Viewer
  things: readonly Thing[]
  nowMs: number
}

const stateWords: Record<ViewerState, { label: () => string; text?: () => string }> = {
  connected: { label: m.sharing_state_connected },
  asked: { label: m.sharing_state_asked, text: m.sharing_asked_text },
  away: { label: m.sharing_state_away, text: m.sharing_away_text },
  ended: { label: m.sharing_state_ended, text: m.sharing_ended_text },
}

/** One person: what they see, each with its switch where there is something to choose. */
export function ViewerCard({ db, session, view, viewer, things, nowMs }: ViewerCardProps) {
  const name = `${viewer.firstname} ${viewer.lastname}`
  const { label, text } = stateWords[viewer.state]
  const lastOf = (thing: Thing) =>
    view.lastReads.find((read) => read.viewerId === viewer.id && thing.isRead(read))
  return (
    <Card className={styles.viewer} aria-label={name}>
      <CardHeader
        start={<Photo id={viewer.id} name={name} file={viewer.profileImg} size={44} decorative />}
        title={name}
        subtitle={viewer.specialization && term(viewer.specialization)}
      />
      <p className={styles.state}>
        <Tag tone={viewer.state === 'connected' ? 'success' : 'plain'}>{label()}</Tag>
        {text && <span>{text()}</span>}
      </p>
      {things
        .filter(({ of }) => of === undefined || of === viewer.id)
        .map((thing) => (
          <ThingRow
            key={thing.key}
            {...{ db, session, view, viewer, thing }}
            lastRead={readLine(viewer, lastOf(thing), nowMs)}
          />
        ))}
      <p className={styles.end}>
        <Link
          className={buttonClass({ look: 'secondary', size: 'small' })}
          to="/who-sees-what/$id"
          params={{ id: viewer.id }}
        >
          <Icon name="eye" size={18} />
          {m.sharing_preview({ who: viewer.firstname })}
        </Link>
      </p>
    </Card>
  )
}

function readLine(viewer: Viewer, read: AccessRead | undefined, nowMs: number): string | undefined {
  if (!read) return undefined
  return m.sharing_looked({ who: viewer.firstname, when: formatAgo(Date.parse(read.at), nowMs) })
}

interface ThingRowProps extends Pick<ViewerCardProps, 'db' | 'session' | 'view' | 'viewer'> {
  thing: Thing
  /** When this viewer looked last at it, in words. */
  lastRead: string | undefined
}

function ThingRow(props: ThingRowProps) {
  const { view, viewer, thing, lastRead } = props
  const cell = cellOf(view, viewer, thing)
  if (viewer.state === 'connected' && thing.revocation) return <SwitchRow {...props} cell={cell} />
  return (
    <div className={styles.row}>
      <div className={styles.fixed}>
        {cell.on ? (
          <Icon name="check" size={20} />
        ) : (
          <span className={styles.nothing} aria-hidden="true">
            –
          </span>
        )}
        <p>
          {thing.label}{' '}
          <VisuallyHidden>{cell.on ? m.sharing_on() : m.sharing_off()}</VisuallyHidden>
        </p>
      </div>
      <Hints lines={[cell.on ? thing.hint : undefined, lastRead]} />
    </div>
  )
}

function Hints({ lines }: { lines: readonly (string | undefined)[] }) {
  return lines.map(
    (line) =>
      line && (
        <p key={line} className={styles.hint}>
          {line}
        </p>
      ),
  )
}

/** What the person has just chosen; `done` once it is stored. */
interface Wished {
  readonly on: boolean
  readonly done: boolean
}

/** Off works without a network. On shows at once, and is taken back where the server does not say so. */
function SwitchRow({
  db,
  session,
  viewer,
  thing,
  lastRead,
  cell,
}: ThingRowProps & { cell: ReturnType<typeof cellOf> }) {
  const [wished, setWished] = useState<Wished>()
  const online = useOnline()
  const revocation = thing.revocation?.(viewer)
  if (!revocation) return null
  const isOn = wished?.on ?? cell.on
  const isBusy = wished?.done === false
  // What was queued is read a moment later: until then the switch does not fall back.
  if (wished?.done && wished.on === cell.on) setWished(undefined)

  async function ask() {
    if (!revocation) return
    await asMember(db, (token) => grant({ db, token, session }, revocation))
    await noteShown(db, revocation)
    // It is shown by now: what fails here is read with the next look at the page.
    await refreshResource(db, sharingResource).catch(() => undefined)
  }

  async function change() {
    if (!revocation || isBusy) return
    const on = !isOn
    setWished({ on, done: false })
    try {
      const outcome = on ? await turnOn(db, revocation, ask) : await queueRevocation(db, revocation)
      if (outcome !== 'unknown') return setWished({ on, done: true })
      showToast({ text: m.sharing_change_unknown(), tone: 'danger' })
    } catch {
      showToast({ text: m.sharing_change_failed(), tone: 'danger' })
    }
    setWished(undefined)
  }

  const hindrance = isOn || cell.waiting ? undefined : thing.hindrance?.(viewer)
  const lines = [thing.hint, hindrance, cell.waiting ? m.sharing_waiting() : undefined, lastRead]
  return (
    <div className={styles.row}>
      <Checkbox
        label={thing.label}
        checked={isOn}
        disabled={
          // Turning off takes a moment: a switch that was disabled for it would lose the focus.
          (isBusy && isOn) ||
          hindrance !== undefined ||
          (!online && !isOn && !cell.waiting && !wished)
        }
        onChange={() => void change()}
        hint={lines.filter(Boolean).map((line) => (
          <span key={line} className={styles.line}>
            {line}
          </span>
        ))}
      />
    </div>
  )
}

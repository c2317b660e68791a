import { useState } from 'react'
import * as v from 'valibot'
import {
  placeCharsMax,
  roomHosts,
  roomSchema,
  roomUrlCharsMax,
  type Room,
} from '#contract/calendar/model.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { useOnline } from '#src/lib/online.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { SegmentedControl } from '#src/ui/choice/segmented-control.tsx'
import { AlertPopup } from '#src/ui/dialog/alert-popup.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { Skeleton } from '#src/ui/state/loading.tsx'
import { BusyManager } from './busy-manager.tsx'
import {
  modeRemote,
  scheduleRemote,
  usePart,
  refusalText,
  roomRemote,
  saveRoom,
} from './calendar-data.ts'
import { GoogleCard } from './google-control.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import styles from './calendar.module.css'

interface CalendarTabProps {
  db: UserDatabase
  /** Whether the person is a care provider: the address of a panel can be typed by anybody. */
  allowed: boolean
  /** Whether their papers were accepted; undefined while this device does not know. */
  reviewed: boolean | undefined
  shown: boolean
}

/** Asks the server once the tab is shown for the first time; what was entered in it stays after that. */
export function CalendarTab({ db, allowed, reviewed, shown }: CalendarTabProps) {
  const [seen, setSeen] = useState(shown)
  if (shown && !seen) setSeen(true)
  if (!allowed) return <Banner tone="warn">{m.profile_calendar_only_providers()}</Banner>
  if (reviewed === false) return <Banner tone="info">{m.calendar_after_review()}</Banner>
  if (reviewed === undefined) return <Skeleton count={3} />
  return seen && <CalendarPanel db={db} />
}

/** Spec 2: Calendar Settings: working hours, where sessions take place, busy times, and the Google calendar. */
function CalendarPanel({ db }: { db: UserDatabase }) {
  const online = useOnline()
  const mode = usePart(db, modeRemote, m.calendar_mode_failed())
  const schedule = usePart(db, scheduleRemote, m.calendar_schedule_failed())
  const timeZone = schedule.data?.timeZone
  return (
    <div className={styles.tab}>
      {!online && (
        <Banner tone="offline" announced>
          {m.calendar_needs_connection()}
        </Banner>
      )}
      <Card>
        <CardHeader title={m.calendar_schedule_title()} subtitle={m.calendar_schedule_text()} />
        <CardBody>
          <ScheduleForm db={db} part={schedule} />
        </CardBody>
      </Card>
      <Card>
        <CardHeader title={m.calendar_room_title()} subtitle={m.calendar_room_text()} />
        <CardBody>
          <RoomForm db={db} />
        </CardBody>
      </Card>
      {mode.data && timeZone !== undefined && (
        <BusyManager db={db} mode={mode.data.mode} timeZone={timeZone} />
      )}
      <GoogleCard db={db} mode={mode} />
      <AlertPopup text={mode.alert} onClose={() => mode.setAlert(undefined)} />
    </div>
  )
}

/** Where a care provider's sessions take place: a call, a place, or nothing said. */
function RoomForm({ db }: { db: UserDatabase }) {
  const part = usePart(db, roomRemote, m.calendar_room_failed())
  const { data, change, alert, setAlert } = part
  return (
    <>
      {data ? (
        <LoadedRoom
          saved={data.room}
          onSave={async (room) => {
            const saved = await saveRoom(db, room)
            change(() => saved)
            return saved.room
          }}
          onFail={setAlert}
        />
      ) : (
        <ResourceMissing
          of={part}
          compact
          failed={m.calendar_room_failed()}
          offline={m.calendar_offline()}
        />
      )}
      <AlertPopup text={alert} onClose={() => setAlert(undefined)} />
    </>
  )
}

interface Draft {
  readonly kind: Room['kind'] | 'none'
  readonly url: string
  readonly text: string
}

interface LoadedRoomProps {
  saved: Room | null
  /** Gives what was saved; rejects where the server refused or did not answer. */
  onSave: (room: Room | null) => Promise<Room | null>
  onFail: (text: string) => void
}

function LoadedRoom({ saved, onSave, onFail }: LoadedRoomProps) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(saved))
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { kind, url, text } = draft
  useDirtyForm(!isSame(draft, draftOf(saved)))

  function edit(change: Partial<Draft>) {
    setWrong(undefined)
    setDraft({ ...draft, ...change })
  }

  async function save() {
    if (busy) return
    const read = kind === 'none' ? undefined : v.safeParse(roomSchema, roomIn(draft))
    setWrong(read?.issues?.[0].message)
    if (read && !read.success) return
    setBusy(true)
    try {
      const room = await onSave(read?.output ?? null)
      // What was changed meanwhile is not saved yet.
      setDraft((latest) => (latest === draft ? draftOf(room) : latest))
      showToast({ text: m.calendar_room_saved(), tone: 'success' })
    } catch (error) {
      onFail(refusalText(error, m.calendar_room_save_failed()))
    }
    setBusy(false)
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <SegmentedControl
        legend={m.calendar_room_title()}
        options={[
          { value: 'none', label: m.calendar_room_none() },
          { value: 'video', label: m.calendar_room_video() },
          { value: 'place', label: m.calendar_room_place() },
        ]}
        value={kind}
        onChange={(next) => edit({ kind: next })}
      />
      {kind === 'video' && (
        <Field
          label={m.calendar_room_link()}
          hint={m.calendar_room_hosts({ hosts: roomHosts.join(', ') })}
          error={wrong}
        >
          <TextInput
            type="url"
            inputMode="url"
            dir="ltr"
            autoComplete="off"
            maxLength={roomUrlCharsMax}
            value={url}
            onChange={({ target }) => edit({ url: target.value })}
          />
        </Field>
      )}
      {kind === 'place' && (
        <Field label={m.calendar_room_where()} hint={m.calendar_room_where_hint()} error={wrong}>
          <TextInput
            dir="auto"
            maxLength={placeCharsMax}
            value={text}
            onChange={({ target }) => edit({ text: target.value })}
          />
        </Field>
      )}
      {kind === 'none' && <p className={styles.muted}>{m.calendar_room_none_text()}</p>}
      <div className={styles.actions}>
        <Button type="submit" busy={busy}>
          {m.calendar_room_save()}
        </Button>
      </div>
    </form>
  )
}

function draftOf(room: Room | null): Draft {
  const empty = { url: '', text: '' }
  return room ? { ...empty, ...room } : { ...empty, kind: 'none' }
}

function isSame(one: Draft, other: Draft): boolean {
  return one.kind === other.kind && one.url === other.url && one.text === other.text
}

function roomIn({ kind, url, text }: Draft): unknown {
  return kind === 'video' ? { kind, url } : { kind, text }
}

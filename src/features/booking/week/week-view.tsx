import { Link } from '@tanstack/react-router'
import { useRef, useState, useSyncExternalStore } from 'react'
import type { Interval } from '#contract/instant.ts'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import { useServerNow } from '#src/data/local-clock.ts'
import { ResourceView } from '#src/data/resource-view.tsx'
import { useResource } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { joinWords } from '#src/i18n/speech.ts'
import {
  formatDays,
  formatMoment,
  zoneLabel,
  formatClock,
  formatClockSpan,
  formatDayOfWeek,
  isSameZone,
} from '#src/lib/dates.ts'
import { deviceZone } from '#src/offline/engine/tap-moment.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { SegmentedControl } from '#src/ui/choice/segmented-control.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { Select } from '#src/ui/field/inputs.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { otherName } from '../bookings-resource.ts'
import type { CellPlace } from './grid-keys.ts'
import { WeekGrid, type WeekGridProps } from './week-grid.tsx'
import {
  filledDays,
  type FilledDay,
  googleNote,
  weekResource,
  type KnownWeek,
  weekStart,
  type WeekDay,
} from './week-resource.ts'
import styles from './week.module.css'

/** A care provider's week: sessions, busy times and working hours by one clock; readable offline. */
export function WeekView({ db }: { db: UserDatabase }) {
  const nowMs = useServerNow()
  const [index, setIndex] = useState(0)
  const [clock, setClock] = useState<Clock>('own')
  const [ownZone, setOwnZone] = useState<string>()
  const zone = clock === 'own' ? (ownZone ?? deviceZone()) : deviceZone()
  const start = addDays(weekStart(nowMs, zone), index * 7)
  const week = useResource(db, weekResource, start)
  const [look, setLook] = useState<Look>('grid')
  const [at, setAt] = useState<CellPlace>()
  /** The week that a key has led to, until its grid takes the focus; one that is on its way out must not. */
  const focusedIndex = useRef<number>(undefined)
  const known = week.data?.schedule.timeZone
  if (known !== undefined && known !== ownZone) setOwnZone(known)
  return (
    <div className={styles.week}>
      <WeekBar start={start} index={index} onIndex={setIndex} />
      <ResourceView
        of={week}
        skeleton={{ shape: 'block', count: 3 }}
        failed={m.booking_week_failed()}
        offline={m.booking_week_offline()}
        asOf={week.data && asOfText(week.data)}
      >
        {(data) => (
          <ShownWeek
            {...{ data, start, nowMs, clock, zone, look, at }}
            onClock={setClock}
            onLook={setLook}
            onAt={setAt}
            takesFocus={() => {
              const comes = focusedIndex.current === index
              if (comes) focusedIndex.current = undefined
              return comes
            }}
            onWeek={(step) => {
              focusedIndex.current = index + step
              setIndex(index + step)
            }}
          />
        )}
      </ResourceView>
    </div>
  )
}

/** By whose clock a week is shown: that of the working hours, or this device's. */
type Clock = 'own' | 'device'
type Look = 'grid' | 'list'

/** One week; what is chosen in it is above, because the next one is drawn anew. */
interface ShownWeekProps extends Pick<
  WeekGridProps,
  'nowMs' | 'at' | 'onAt' | 'takesFocus' | 'onWeek'
> {
  data: KnownWeek
  start: LocalDate
  clock: Clock
  zone: string
  look: Look
  onClock: (clock: Clock) => void
  onLook: (look: Look) => void
}

function ShownWeek(props: ShownWeekProps) {
  const { data, start, nowMs, clock, zone, look, onClock, onLook, ...grid } = props
  const wide = useWide()
  const days = filledDays(data, start, zone)
  const label = `${m.booking_week_title({ days: daysText(start) })}. ${zoneText(zone)}`
  return (
    <>
      <div className={styles.tools}>
        <ZoneChoice own={data.schedule.timeZone} clock={clock} onClock={onClock} />
        {wide && (
          <SegmentedControl
            legend={m.booking_week_look()}
            options={[
              { value: 'grid', label: m.booking_week_grid() },
              { value: 'list', label: m.booking_week_list() },
            ]}
            value={look}
            onChange={onLook}
          />
        )}
      </div>
      {googleNote(data) && <Banner tone="warn">{googleNote(data)}</Banner>}
      {wide && look === 'grid' ? (
        <WeekGrid {...grid} days={days} timeZone={zone} nowMs={nowMs} label={label} />
      ) : (
        <WeekList days={days} timeZone={zone} nowMs={nowMs} />
      )}
    </>
  )
}

interface ZoneChoiceProps {
  /** That of the working hours. */
  own: string
  clock: Clock
  onClock: (clock: Clock) => void
}

/** Names the one zone that all times are in; where the device has another, there is a choice. */
function ZoneChoice({ own, clock, onClock }: ZoneChoiceProps) {
  const device = deviceZone()
  if (isSameZone(own, device)) return <p className={styles.muted}>{zoneText(own)}</p>
  return (
    <div className={styles.zone}>
      <Field label={m.booking_week_zone()}>
        <Select
          value={clock}
          onChange={({ target }) => onClock(target.value === 'own' ? 'own' : 'device')}
        >
          <option value="own">{m.booking_week_zone_own({ zone: zoneLabel(own) })}</option>
          <option value="device">{m.booking_week_zone_device({ zone: zoneLabel(device) })}</option>
        </Select>
      </Field>
    </div>
  )
}

interface WeekBarProps {
  start: LocalDate
  /** Weeks from this one on. */
  index: number
  onIndex: (index: number) => void
}

function WeekBar({ start, index, onIndex }: WeekBarProps) {
  return (
    <nav className={styles.bar} aria-label={m.booking_week()}>
      <h2 className={styles.title} aria-live="polite">
        {daysText(start)}
      </h2>
      <div className={styles.steps}>
        <Button look="secondary" size="small" onClick={() => onIndex(index - 1)}>
          {m.booking_week_previous()}
        </Button>
        <Button
          look="secondary"
          size="small"
          aria-disabled={index === 0}
          onClick={() => onIndex(0)}
        >
          {m.booking_week_this()}
        </Button>
        <Button look="secondary" size="small" onClick={() => onIndex(index + 1)}>
          {m.booking_week_next()}
        </Button>
      </div>
      <Link
        className={buttonClass({ look: 'quiet', size: 'small' }, styles.settings)}
        to="/edit-profile"
        search={{ tab: 'calendar' }}
      >
        {m.booking_week_settings()}
      </Link>
    </nav>
  )
}

function daysText(start: LocalDate): string {
  return formatDays(start, addDays(start, 6))
}

function zoneText(zone: string): string {
  return m.booking_week_zone_text({ zone: zoneLabel(zone) })
}

function asOfText({ asOfMs, whole }: KnownWeek): string {
  const when = formatMoment(asOfMs)
  return whole ? m.booking_week_as_of({ when }) : m.booking_week_part({ when })
}

export interface WeekListProps {
  days: readonly FilledDay[]
  timeZone: string
  nowMs: number
}

/** A week day by day, for phones and for whoever reads it aloud. */
function WeekList({ days, timeZone, nowMs }: WeekListProps) {
  return (
    <div className={styles.list}>
      {days.map((filled) => (
        <ListDay key={filled.day.date} {...filled} timeZone={timeZone} nowMs={nowMs} />
      ))}
    </div>
  )
}

function ListDay({
  day,
  working,
  busy,
  sessions,
  timeZone,
  nowMs,
}: FilledDay & { timeZone: string; nowMs: number }) {
  const span = (time: Interval) => spanOn(day, time, timeZone)
  const hours = joinWords(working.map(({ of }) => span(of)))
  return (
    <section className={styles.listDay}>
      <h3 className={styles.listName}>
        {formatDayOfWeek(day.date)}
        {day.fromMs <= nowMs && nowMs < day.toMs && (
          <Tag tone="accent">{m.booking_week_today()}</Tag>
        )}
      </h3>
      <p className={styles.muted}>
        {hours ? m.booking_week_works_at({ times: hours }) : m.booking_week_off()}
      </p>
      <ul className={styles.listItems}>
        {sessions.map(({ of }) => (
          <li key={of._id}>
            <Link className={styles.listSession} to="/sessions/$id" params={{ id: of._id }}>
              <span>{formatClockSpan(of, timeZone)}</span>
              <strong>{otherName(of)}</strong>
              <Icon name="chevron" size={20} />
            </Link>
          </li>
        ))}
        {busy.map(({ of }) => (
          <li key={`${of.fromMs} ${of.toMs} ${of.label}`} className={styles.listBusy}>
            <span>{span(of)}</span>
            <span dir="auto">{of.label}</span>
          </li>
        ))}
        {sessions.length === 0 && <li className={styles.muted}>{m.booking_week_empty_day()}</li>}
      </ul>
    </section>
  )
}

/** The part of a time that lies on a day: "9:00 – 10:00 AM", or that it is all of it. */
function spanOn(day: WeekDay, time: Interval, timeZone: string): string {
  const fromMs = Math.max(time.fromMs, day.fromMs)
  const toMs = Math.min(time.toMs, day.toMs)
  if (fromMs === day.fromMs && toMs === day.toMs) return m.booking_week_all_day()
  // Midnight belongs to the next day, whose date nobody wants to read here.
  return toMs === day.toMs
    ? `${formatClock(fromMs, timeZone)} – ${formatClock(toMs, timeZone)}`
    : formatClockSpan({ start: fromMs, end: toMs }, timeZone)
}

/** Seven columns with a name in them need so much room; larger letters need more of it. */
const wide = '(width >= 48rem)'

/** Whether the window has room for a grid of a week. */
function useWide(): boolean {
  return useSyncExternalStore(follow, () => matchMedia(wide).matches)
}

function follow(listener: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

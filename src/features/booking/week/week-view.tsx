import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import { ResourceView } from '#src/data/resource-view.tsx'
import { useResource } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { deviceZone, formatDays, formatMoment, zoneLabel } from '#src/lib/dates.ts'
import { useNow } from '#src/lib/now.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { Button } from '#src/ui/button/button.tsx'
import { SegmentedControl } from '#src/ui/choice/segmented-control.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { Select } from '#src/ui/field/select.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { useWide } from './use-wide.ts'
import { filledDays } from './week-days.ts'
import { WeekGrid } from './week-grid.tsx'
import { WeekList } from './week-list.tsx'
import { weekStart } from './week-model.ts'
import { weekResource, type KnownWeek } from './week-resource.ts'
import styles from './week.module.css'

/** A care provider's week: sessions, busy times and working hours by one clock; readable offline. */
export function WeekView({ db }: { db: UserDatabase }) {
  const nowMs = useNow()
  const [index, setIndex] = useState(0)
  const [clock, setClock] = useState<Clock>('own')
  const [ownZone, setOwnZone] = useState<string>()
  const zone = clock === 'own' ? (ownZone ?? deviceZone()) : deviceZone()
  const start = addDays(weekStart(nowMs, zone), index * 7)
  const week = useResource(db, weekResource, start)
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
            {...{ data, start, nowMs, clock, zone }}
            onClock={setClock}
            onWeek={(step) => setIndex(index + step)}
          />
        )}
      </ResourceView>
    </div>
  )
}

/** By whose clock a week is shown: that of the working hours, or this device's. */
type Clock = 'own' | 'device'

interface ShownWeekProps {
  data: KnownWeek
  start: LocalDate
  nowMs: number
  clock: Clock
  zone: string
  onClock: (clock: Clock) => void
  onWeek: (step: -1 | 1) => void
}

function ShownWeek({ data, start, nowMs, clock, zone, onClock, onWeek }: ShownWeekProps) {
  const wide = useWide()
  const [look, setLook] = useState<'grid' | 'list'>('grid')
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
            onChange={setLook}
          />
        )}
      </div>
      {data.google === 'unavailable' && <Banner tone="warn">{m.booking_week_google_away()}</Banner>}
      {wide && look === 'grid' ? (
        <WeekGrid days={days} timeZone={zone} nowMs={nowMs} label={label} onWeek={onWeek} />
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
  if (own === device) return <p className={styles.muted}>{zoneText(own)}</p>
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

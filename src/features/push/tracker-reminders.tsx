import { useState } from 'react'
import {
  reminderStepMinutes,
  remindersPerTrackerMax,
  type QuietHours,
  type Reminder,
  type PushSettings,
} from '#contract/push/model.ts'
import { trackerTypes, type TrackerType } from '#contract/trackers/catalog.ts'
import { useRemote } from '#src/data/resource.ts'
import { trackerLabels } from '#src/features/trackers/tracker-labels.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { weekDays } from '#src/i18n/speech.ts'
import { formatHour, weekdayMark, weekdayName } from '#src/lib/dates.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button, IconButton } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { Field, FieldMessage } from '#src/ui/field/field.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import {
  minuteOfTime,
  nextReminderOf,
  quietText,
  timeOfMinute,
  changePushSettings,
  restingRemote,
  stopped,
} from './push-settings.ts'
import { useAction } from './use-action.ts'
import styles from './push.module.css'

interface RemindersFieldProps {
  reminders: readonly Reminder[]
  quiet: QuietHours | null
  onChange: (reminders: Reminder[]) => void
}

/** Each tracker with its times. */
export function RemindersField(props: RemindersFieldProps) {
  return (
    <section className={styles.part} aria-label={m.push_check_ins()}>
      <h3 className={styles.title}>{m.push_check_ins()}</h3>
      <p className={styles.muted}>{m.push_check_ins_text()}</p>
      {trackerTypes.map((tracker) => (
        <TrackerTimes key={tracker} tracker={tracker} {...props} />
      ))}
    </section>
  )
}

function TrackerTimes({
  tracker,
  reminders,
  quiet,
  onChange,
}: RemindersFieldProps & { tracker: TrackerType }) {
  const name = trackerLabels[tracker].name()
  // A reminder has nothing but its place: two may read the same while they are typed.
  const own = [...reminders.entries()].filter(([, one]) => one.tracker === tracker)
  return (
    <div className={styles.tracker}>
      <div className={styles.trackerHead}>
        <strong>{name}</strong>
        {own.length < remindersPerTrackerMax && (
          <Button
            look="quiet"
            size="small"
            icon="plus"
            aria-label={m.push_add_label({ tracker: name })}
            onClick={() => onChange([...reminders, nextReminderOf(tracker, reminders)])}
          >
            {m.push_add()}
          </Button>
        )}
      </div>
      {own.map(([index, reminder], number) => (
        <ReminderLine
          key={index}
          name={name}
          number={number + 1}
          reminder={reminder}
          quiet={quiet}
          onChange={(next) => onChange(reminders.with(index, next))}
          onRemove={() => onChange(reminders.toSpliced(index, 1))}
        />
      ))}
    </div>
  )
}

interface TimeFieldProps {
  label: string
  error?: string | undefined
  minute: number
  onChange: (minute: number) => void
}

/**
 * A time in steps. Until it is left or saved the field has what was typed: a browser that is given another value meanwhile
 * forgets the first digit of the two.
 */
export function TimeField({ label, error, minute, onChange }: TimeFieldProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <Field label={label} error={error}>
      <TextInput
        type="time"
        step={reminderStepMinutes * 60}
        value={typed ?? timeOfMinute(minute)}
        onChange={({ target }) => {
          setTyped(target.value)
          const next = minuteOfTime(target.value)
          if (next !== undefined) onChange(next)
        }}
        onBlur={() => setTyped(undefined)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') setTyped(undefined)
        }}
      />
    </Field>
  )
}

interface ReminderLineProps {
  name: string
  number: number
  reminder: Reminder
  quiet: QuietHours | null
  onChange: (reminder: Reminder) => void
  onRemove: () => void
}

/** One time, with its days. */
function ReminderLine(props: ReminderLineProps) {
  const { name, number, reminder, quiet, onChange, onRemove } = props
  const { minute, days, on } = reminder
  const time = timeOfMinute(minute)
  const unheard = on ? quietText(quiet, minute) : undefined
  return (
    <fieldset className={styles.reminder}>
      <legend className={styles.legend}>{m.push_reminder_legend({ tracker: name, number })}</legend>
      <div className={styles.line}>
        <TimeField
          label={m.push_time()}
          minute={minute}
          onChange={(next) => onChange({ ...reminder, minute: next })}
        />
        <Checkbox
          label={m.push_reminder_on()}
          checked={on}
          onChange={({ target }) => onChange({ ...reminder, on: target.checked })}
        />
        <IconButton
          icon="trash"
          label={m.push_remove({ tracker: name, time: formatHour(time) })}
          onClick={onRemove}
        />
      </div>
      <fieldset className={styles.days} aria-label={m.push_days()}>
        {daysOfWeek().map(({ day, label, short }) => (
          <label className={styles.day} key={day}>
            <input
              type="checkbox"
              aria-label={label}
              checked={days.includes(day)}
              onChange={({ target }) =>
                onChange({ ...reminder, days: withDay(days, day, target.checked) })
              }
            />
            <span aria-hidden="true">{short}</span>
          </label>
        ))}
      </fieldset>
      <FieldMessage
        id={`${name}-${number}-days`}
        text={days.length === 0 ? m.push_pick_a_day() : unheard}
      />
    </fieldset>
  )
}

function withDay(days: readonly number[], day: number, chosen: boolean): number[] {
  const others = days.filter((one) => one !== day)
  return (chosen ? [...others, day] : others).toSorted((a, b) => a - b)
}

/** 0 is Sunday, as in a reminder. */
function daysOfWeek() {
  return weekDays().map((day) => ({ day, label: weekdayName(day), short: weekdayMark(day) }))
}

interface RestingRemindersProps {
  db: UserDatabase
  asked: TrackerType | undefined
  /** What stands in an open form is turned off as well. */
  onStopped: (tracker: TrackerType) => void
}

/** Which reminders rest because nobody answered them, and what to do about it; nothing is lost by either. */
export function RestingReminders({ db, asked, onStopped }: RestingRemindersProps) {
  const of = useRemote(db, restingRemote)
  const [settled, setSettled] = useState<readonly TrackerType[]>([])
  const { run, busy } = useAction()
  const resting = of.data ?? (asked ? [asked] : [])

  function settle(
    tracker: TrackerType,
    words: string,
    change: (settings: PushSettings) => PushSettings,
  ) {
    const work = async () => {
      await changePushSettings(db, change)
      setSettled((before) => [...before, tracker])
      return words
    }
    return run(tracker, work, m.push_save_failed())
  }

  function goOn(tracker: TrackerType, words: string) {
    void settle(tracker, words, (settings) => settings)
  }

  function stop(tracker: TrackerType, words: string) {
    onStopped(tracker)
    void settle(tracker, words, (settings) => {
      return { ...settings, reminders: stopped(settings.reminders, tracker) }
    })
  }

  const open = resting.filter((tracker) => !settled.includes(tracker))
  return open.map((type) => {
    const tracker = trackerLabels[type].name()
    return (
      <Card key={type} tint="lilac">
        <CardHeader title={m.push_pause_title()} subtitle={m.push_pause_text({ tracker })} />
        <CardBody>
          <div className={styles.actions}>
            <Button
              icon="bell"
              busy={busy.has(type)}
              onClick={() => goOn(type, m.push_pause_going_on({ tracker }))}
            >
              {m.push_pause_go_on()}
            </Button>
            <Button
              look="secondary"
              busy={busy.has(type)}
              aria-label={m.push_pause_stop_label({ tracker })}
              onClick={() => stop(type, m.push_pause_stopped({ tracker }))}
            >
              {m.push_pause_stop()}
            </Button>
          </div>
        </CardBody>
      </Card>
    )
  })
}

import { useState, useEffect, useEffectEvent, useRef } from 'react'
import type { BookingAccess } from '#contract/booking/api.ts'
import type { Slot } from '#contract/booking/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatSpan } from '#src/lib/dates.ts'
import { useOnline } from '#src/lib/online.ts'
import { isApiProblem, isUnreachable } from '#src/offline/api/api-error.ts'
import { deviceZone } from '#src/offline/engine/tap-moment.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { Select } from '#src/ui/field/inputs.tsx'
import { FailureBanner } from '#src/ui/message/banner.tsx'
import type { SlotSource } from './booking-data.ts'
import { isSlotGone, WeekBar, WeekSlots, weekAt } from './week-slots.tsx'
import styles from './booking.module.css'

export interface SlotBookingProps {
  db: UserDatabase
  source: SlotSource
  /** The lengths that can be booked; one at least. */
  durations: BookingAccess['remaining']
  /**
   * Books or moves; rejects where the server refused or did not answer. Gives the slot that it is where that may be one of
   * `unanswered`, which were confirmed here before without an answer.
   */
  onConfirm: (slot: Slot, unanswered: readonly Slot[]) => Promise<Slot | void>
  labels: {
    confirm: string
    done: string
    /** What the success overlay says of the chosen time; that it is among one's sessions unless something else is given. */
    doneText?: (when: string) => string
    /** Until when the chosen one can be changed. */
    policy: (slot: Slot) => string
  }
  /** After the success overlay. */
  onDone: () => void
}

/** Where the choice of a slot stands; the overlay is of the slot that was booked. */
type Stage = { name: 'choosing' } | { name: 'confirming' } | { name: 'booked'; slot: Slot }

/** Spec 4: slot list, slot selected, confirming, success overlay, and on. */
export function SlotBooking(props: SlotBookingProps) {
  const { db, source, durations, onConfirm, labels, onDone } = props
  const [openedMs] = useState(() => Date.now())
  const [index, setIndex] = useState(0)
  const [duration, setDuration] = useState(durations[0]?.duration ?? 0)
  const [chosen, setChosen] = useState<Slot>()
  const [stage, setStage] = useState<Stage>({ name: 'choosing' })
  const [failure, setFailure] = useState<string>()
  const [unanswered, setUnanswered] = useState<readonly Slot[]>([])
  const [round, setRound] = useState(0)
  const bar = useRef<HTMLElement>(null)
  const viewerZone = deviceZone()
  const doneText = labels.doneText ?? ((when) => m.booking_done_text({ when }))
  const week = weekAt(openedMs, index)

  /** What is being booked stays on screen: nothing else can be chosen meanwhile. */
  function whileChoosing<T>(choose: (value: T) => void) {
    return (value: T) => {
      if (stage.name === 'choosing') choose(value)
    }
  }

  function choose(slot: Slot | undefined) {
    setChosen(slot)
    setFailure(undefined)
  }

  async function confirm(slot: Slot) {
    if (stage.name !== 'choosing') return
    setStage({ name: 'confirming' })
    setFailure(undefined)
    try {
      const booked = await onConfirm(slot, unanswered)
      setStage({ name: 'booked', slot: booked ?? slot })
    } catch (error) {
      if (mayBeBooked(error)) setUnanswered([...unanswered, slot])
      setFailure(bookingFailure(error))
      setStage({ name: 'choosing' })
      if (isOutdated(error)) {
        // The button goes with the slot, and the focus was in it.
        bar.current?.focus({ preventScroll: true })
        setChosen(undefined)
        setRound((count) => count + 1)
      }
    }
  }

  return (
    <div className={styles.booking}>
      <DurationField
        durations={durations}
        value={duration}
        onChange={whileChoosing((next: number) => {
          setDuration(next)
          choose(undefined)
        })}
      />
      <WeekBar week={week} onWeek={whileChoosing(setIndex)} />
      <WeekSlots
        key={`${index} ${duration} ${round}`}
        of={{ db, source, week, duration }}
        viewerZone={viewerZone}
        chosen={chosen}
        onChoose={whileChoosing(choose)}
      />
      {(chosen ?? failure) && (
        <section
          ref={bar}
          className={styles.confirm}
          data-barless={chosen && true}
          tabIndex={-1}
          aria-label={chosen && m.booking_chosen()}
        >
          <FailureBanner text={failure} />
          {chosen && (
            <ConfirmParts
              when={formatSpan(chosen, viewerZone)}
              policy={labels.policy(chosen)}
              label={labels.confirm}
              busy={stage.name === 'confirming'}
              onConfirm={() => void confirm(chosen)}
            />
          )}
        </section>
      )}
      {stage.name === 'booked' && (
        <BookedOverlay
          title={labels.done}
          text={doneText(formatSpan(stage.slot, viewerZone))}
          onDone={onDone}
        />
      )}
    </div>
  )
}

/** Whether the slot may be booked all the same: no answer came, or the server failed, perhaps after it had booked. */
function mayBeBooked(error: unknown): boolean {
  return isUnreachable(error) || (isApiProblem(error) && error.status >= 500)
}

/** What is on screen is not what the server has: the slot is gone, or the session that was to move is another one by now. */
function isOutdated(error: unknown): boolean {
  return isSlotGone(error) || (isApiProblem(error) && error.problem.code === 'wrong_state')
}

/** Spec 8: the server's message, or the fallback for no answer, or for whatever else went wrong. */
function bookingFailure(error: unknown): string {
  if (isApiProblem(error)) return error.shown.message
  return isUnreachable(error) ? m.booking_failed() : m.booking_failed_title()
}

/** Spec 9: the overlay is open for so long before the page goes on. */
const redirectAfterMs = 2_500

interface BookedOverlayProps {
  title: string
  text: string
  onDone: () => void
}

/** Spec 4: the success overlay, which leads on by itself. */
function BookedOverlay({ title, text, onDone }: BookedOverlayProps) {
  const done = useEffectEvent(onDone)
  // An effect because time passes outside React.
  useEffect(() => {
    const timer = setTimeout(() => done(), redirectAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Dialog open onClose={onDone} dismissible={false} emoji="🎉" title={title} description={text} />
  )
}

interface DurationFieldProps {
  durations: BookingAccess['remaining']
  value: number
  onChange: (duration: number) => void
}

/** Which of one's sessions is used, where they differ in length. */
function DurationField({ durations, value, onChange }: DurationFieldProps) {
  if (durations.length < 2) return null
  return (
    <Field label={m.booking_duration()}>
      <Select value={value} onChange={({ target }) => onChange(Number(target.value))}>
        {durations.map(({ duration, sessions }) => (
          <option key={duration} value={duration}>
            {m.booking_duration_option({ minutes: duration, count: sessions })}
          </option>
        ))}
      </Select>
    </Field>
  )
}

interface ConfirmPartsProps {
  /** When the chosen session is. */
  when: string
  /** Until when it can be cancelled or moved. */
  policy: string
  label: string
  busy: boolean
  onConfirm: () => void
}

/** What is in the confirmation bar while a slot is chosen. */
function ConfirmParts({ when, policy, label, busy, onConfirm }: ConfirmPartsProps) {
  const online = useOnline()
  return (
    <>
      <div className={styles.confirmWords}>
        <output>
          <strong>{when}</strong>
        </output>
        <p className={styles.muted}>{online ? policy : m.booking_needs_connection()}</p>
      </div>
      <Button busy={busy} aria-disabled={!online} onClick={online ? onConfirm : undefined}>
        {label}
      </Button>
    </>
  )
}

import { useState } from 'react'
import type { BookingAccess, Slot, SlotsReply } from '#contract/booking/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { isApiProblem, isUnreachable } from '#src/offline/api/api-error.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { BookedOverlay } from './booked-overlay.tsx'
import styles from './booking.module.css'
import { ConfirmBar } from './confirm-bar.tsx'
import { DurationField } from './duration-field.tsx'
import { deviceZone, spanWords } from './slot-times.ts'
import { WeekBar } from './week-bar.tsx'
import { WeekSlots } from './week-slots.tsx'
import { weekAt, type Week } from './week.ts'

export interface SlotBookingProps {
  /** The lengths that can be booked; one at least. */
  durations: BookingAccess['remaining']
  fetchSlots: (about: { week: Week; duration: number }) => Promise<SlotsReply>
  /** Books or moves; rejects where the server refused or did not answer. */
  onConfirm: (slot: Slot) => Promise<void>
  words: {
    confirm: string
    done: string
    /** Until when the chosen one can be changed. */
    policy: (slot: Slot) => string
  }
  /** After the success overlay. */
  onDone: () => void
}

/** Spec 4: slot list, slot selected, confirming, success overlay, and on. */
export function SlotBooking({ durations, fetchSlots, onConfirm, words, onDone }: SlotBookingProps) {
  const [openedMs] = useState(() => Date.now())
  const [index, setIndex] = useState(0)
  const [duration, setDuration] = useState(durations[0]?.duration ?? 0)
  const [chosen, setChosen] = useState<Slot>()
  const [stage, setStage] = useState<'choosing' | 'confirming' | 'booked'>('choosing')
  const [failure, setFailure] = useState<string>()
  const [round, setRound] = useState(0)
  const viewerZone = deviceZone()
  const week = weekAt(openedMs, index)

  async function confirm(slot: Slot) {
    if (stage !== 'choosing') return
    setStage('confirming')
    setFailure(undefined)
    try {
      await onConfirm(slot)
      setStage('booked')
    } catch (error) {
      setFailure(bookingFailure(error))
      setStage('choosing')
      if (isApiProblem(error) && slotGone.has(error.problem.code)) {
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
        onChange={(next) => {
          setDuration(next)
          setChosen(undefined)
        }}
      />
      <WeekBar week={week} onWeek={setIndex} />
      {failure !== undefined && (
        <div role="alert">
          <Banner tone="danger">{failure}</Banner>
        </div>
      )}
      <WeekSlots
        key={`${index} ${duration} ${round}`}
        fetch={() => fetchSlots({ week, duration })}
        viewerZone={viewerZone}
        chosen={chosen}
        onChoose={setChosen}
      />
      {chosen && (
        <ConfirmBar
          when={spanWords(chosen, viewerZone)}
          policy={words.policy(chosen)}
          label={words.confirm}
          busy={stage === 'confirming'}
          onConfirm={() => void confirm(chosen)}
        />
      )}
      {chosen && stage === 'booked' && (
        <BookedOverlay
          title={words.done}
          text={m.booking_done_text({ when: spanWords(chosen, viewerZone) })}
          onDone={onDone}
        />
      )}
    </div>
  )
}

/** After these the slots on screen are not those of the server. */
const slotGone = new Set(['slot_taken', 'slot_unavailable', 'wrong_state'])

/** Spec 8: the server's words, or the fallback for no answer, or for whatever else went wrong. */
function bookingFailure(error: unknown): string {
  if (isApiProblem(error)) return error.problem.message
  return isUnreachable(error) ? m.booking_failed() : m.booking_failed_title()
}

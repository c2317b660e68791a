import { useState } from 'react'
import type { Slot, SlotsReply } from '#contract/booking/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useRefresh } from '#src/lib/use-refresh.ts'
import { serverWords } from '#src/offline/api-error.ts'
import { BookingNotYet } from './booking-not-yet.tsx'
import { SlotList } from './slot-list.tsx'

export interface WeekSlotsProps {
  fetch: () => Promise<SlotsReply>
  viewerZone: string
  chosen: Slot | undefined
  onChoose: (slot: Slot) => void
}

/** The slots of one week as the server says them now; another week is another one of these. */
export function WeekSlots({ fetch, ...list }: WeekSlotsProps) {
  const [reply, setReply] = useState<SlotsReply>()
  const [why, setWhy] = useState<string>()
  const { refresh, again } = useRefresh(async () => {
    try {
      setReply(await fetch())
    } catch (error) {
      setWhy(serverWords(error))
      throw error
    }
  })
  if (reply) return <SlotList reply={reply} {...list} />
  return (
    <BookingNotYet refresh={refresh} failed={why ?? m.booking_slots_failed()} onRetry={again} />
  )
}

import { useState } from 'react'
import type { Slot, SlotsReply } from '#contract/booking/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useRefresh } from '#src/data/use-refresh.ts'
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
  const { refresh, again } = useRefresh(async () => setReply(await fetch()))
  if (reply) return <SlotList reply={reply} {...list} />
  return <BookingNotYet refresh={refresh} failed={m.booking_slots_failed()} onRetry={again} />
}

import { useRef, useState } from 'react'
import type { Booking } from '#contract/booking/model.ts'
import type { BriefSentence, BriefSpan } from '#contract/brief/model.ts'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { saveBriefDraft, type BriefDraft } from '#src/offline/features/brief-drafts.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { keysOn, failureText } from './brief-blocks.ts'

export type Editor = ReturnType<typeof useEditor>

/** What is chosen and written, saved on this device with each change. */
export function useEditor(
  db: UserDatabase,
  { _id: bookingId }: Booking,
  before: BriefDraft | null,
) {
  const [draft, setDraft] = useState<BriefDraft>(
    before ?? { bookingId, span: '14', on: [], words: {} },
  )
  /** What the next change is compared with: what another tab wrote meanwhile stays. */
  const stored = useRef(draft)
  const [failure, setFailure] = useState<string>()
  useDirtyForm(failure !== undefined)
  const fail = (error: unknown) => setFailure(failureText(error))
  function change(next: Partial<BriefDraft>) {
    const [last, all] = [stored.current, { ...draft, ...next }]
    stored.current = all
    setDraft(all)
    setFailure(undefined)
    saveBriefDraft(db, all, last).catch((error: unknown) => {
      stored.current = last
      fail(error)
    })
  }

  return {
    draft,
    failure,
    fail,
    /** A block with numbers is switched on for the days that it is shown with. */
    toggle: (key: string, days?: BriefSpan) => {
      const on = days ? keysOn(draft, days) : draft.on
      const next = on.includes(key) ? on.filter((each) => each !== key) : [...on, key]
      change({ on: next, ...(days && { days }) })
    },
    write: (sentence: BriefSentence, text: string) =>
      change({ words: { ...draft.words, [sentence]: text } }),
    /** Other days are another choice: what was switched on was previewed with the days before. */
    choose: (span: BriefDraft['span']) => change({ span, on: keysOn(draft, undefined) }),
  }
}

import type { BriefBlock } from '#contract/brief/model.ts'
import type { PayloadOf } from '#contract/commands.ts'
import type { LocalDate } from '#contract/local-date.ts'

const day = (text: string) => text as LocalDate

/** A block of each kind, within the days of `briefOf`. */
export const everyBlock: readonly BriefBlock[] = [
  { kind: 'words', sentence: 'talk', text: 'Why I am so tired' },
  { kind: 'words', sentence: 'good', text: 'The trip' },
  { kind: 'words', sentence: 'avoid', text: 'My father' },
  {
    kind: 'mood',
    days: [
      { day: day('2026-06-10'), score: 4 },
      { day: day('2026-06-12'), score: 2 },
    ],
  },
  { kind: 'answers', trackerType: 'Sleep', counts: [1, 2, 0, 0] },
  { kind: 'days', answered: 3 },
  { kind: 'quest', questId: 1, takenOn: day('2026-06-11'), label: 'A light breeze' },
]

/** A brief as a device queues it. */
export function briefOf(
  bookingId: string,
  blocks: readonly BriefBlock[] = everyBlock,
  withdrawals = 0,
): PayloadOf<'brief.send'> {
  const numbers = blocks.some(({ kind }) => kind !== 'words')
  const span = { from: day('2026-06-02'), to: day('2026-06-15') }
  return { bookingId, withdrawals, content: { span: numbers ? span : null, blocks: [...blocks] } }
}

export function sentenceOf(text: string): BriefBlock {
  return { kind: 'words', sentence: 'talk', text }
}

import type { Booking } from '#contract/booking/model.ts'
import {
  type BriefSentence,
  briefDaysMax,
  briefQuestsMax,
  briefSentences,
  blockKey,
  type BriefBlock,
  type BriefContent,
  type BriefSpan,
} from '#contract/brief/model.ts'
import { cleanText } from '#contract/free-text.ts'
import { addDays, daysBetween, type LocalDate } from '#contract/local-date.ts'
import { loadQuest } from '#contract/quests/catalogue.ts'
import { resultTexts } from '#contract/quests/response.ts'
import { questCard } from '#contract/quests/shelf.ts'
import { trackerTypes } from '#contract/trackers/catalog.ts'
import { clockAt } from '#src/data/local-clock.ts'
import { defineLocal } from '#src/data/resource.ts'
import { playedOf, readPlayedRows, type Played } from '#src/features/quests/played.ts'
import { isAnswered, isGivenHere, type DayEntry } from '#src/features/trackers/entries-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { BriefDraft } from '#src/offline/features/brief-drafts.ts'
import { StorageFullError } from '#src/offline/storage/quota.ts'

interface SentenceWords {
  readonly title: () => string
  readonly hint: () => string
}

export const sentenceWords: Readonly<Record<BriefSentence, SentenceWords>> = {
  talk: { title: m.brief_talk, hint: m.brief_talk_hint },
  good: { title: m.brief_good, hint: m.brief_good_hint },
  avoid: { title: m.brief_avoid, hint: m.brief_avoid_hint },
}

/** Why a brief could not be stored on the device. */
export function failureText(error: unknown): string {
  return error instanceof StorageFullError ? m.brief_full() : m.brief_save_failed()
}

/** A quest's result as a brief may have it. */
interface QuestPart {
  readonly block: Extract<BriefBlock, { kind: 'quest' }>
  /** Its words say that an answer stood out: its person is told so before they switch it on. */
  readonly standsOut: boolean
}

/** The last session with the same provider that took place before this one; undefined where there was none. */
export function lastSessionDay(
  booking: Booking,
  bookings: readonly Booking[],
): LocalDate | undefined {
  const before = bookings.filter(
    (each) =>
      each.role === 'client' &&
      each.status === 'booked' &&
      each.with?._id === booking.with?._id &&
      each.end <= booking.start &&
      each._id !== booking._id,
  )
  const last = before.toSorted((a, b) => (a.end < b.end ? 1 : -1))[0]
  return last && clockAt(Date.parse(last.end)).date
}

/** The days that a brief is about, today included: never more than it may hold. */
export function spanDays(
  span: BriefDraft['span'],
  today: LocalDate,
  lastSession: LocalDate | undefined,
): BriefSpan {
  const days = span === 'session' ? 14 : Number(span)
  const from = span === 'session' && lastSession ? lastSession : addDays(today, 1 - days)
  const earliest = addDays(today, 1 - briefDaysMax)
  return { from: from < earliest ? earliest : from > today ? today : from, to: today }
}

/** What the trackers give to a brief: answered here and not brought from another app, as in the insights; no note, no tag. */
export function trackerBlocks(entries: readonly DayEntry[], { from, to }: BriefSpan): BriefBlock[] {
  const given = entries.filter(
    (entry) => isAnswered(entry) && isGivenHere(entry) && entry.day >= from && entry.day <= to,
  )
  if (given.length === 0) return []
  const moods = given.filter(({ trackerType }) => trackerType === 'Mood')
  const days = moods.map(({ day, score }) => ({ day, score }))
  return [
    ...(days.length > 0 ? [{ kind: 'mood' as const, days }] : []),
    ...trackerTypes.flatMap((trackerType): BriefBlock[] => {
      const scores = given.filter((entry) => entry.trackerType === trackerType)
      if (scores.length === 0) return []
      const times = (score: number) => scores.filter((entry) => entry.score === score).length
      return [{ kind: 'answers', trackerType, counts: [times(4), times(3), times(2), times(1)] }]
    }),
    { kind: 'days', answered: new Set(given.map(({ day }) => day)).size },
  ]
}

/** The newest result of each quest in some days: its title and the words of its band, never an answer, never a number. */
export const questBlocksResource = defineLocal<QuestPart[], [from: LocalDate, to: LocalDate]>({
  key: 'brief.quests',
  async read(db, from, to) {
    const played = await playedOf(await readPlayedRows(db))
    const within = played.filter(
      ({ state, takenOn }) => state !== 'refused' && takenOn >= from && takenOn <= to,
    )
    const newest = [...Map.groupBy(within, ({ questId }) => questId).values()]
      .flatMap(([first]) => first ?? [])
      .slice(0, briefQuestsMax)
    const parts = await Promise.all(newest.map(questPart))
    return parts.flatMap((part) => part ?? [])
  },
})

async function questPart({
  questId,
  version,
  takenOn,
  result,
}: Played): Promise<QuestPart | undefined> {
  const card = questCard(questId)
  const quest = card && (await loadQuest(card.type, version))
  if (!quest) return undefined
  const { label } = resultTexts(quest, result)
  const block = { kind: 'quest', questId, takenOn: takenOn as LocalDate, label } as const
  return { block, standsOut: result.risks.length > 0 }
}

/** The sentences that say something. */
export function wordBlocks(words: BriefDraft['words']): BriefBlock[] {
  return briefSentences.flatMap((sentence): BriefBlock[] => {
    const text = cleanText(words[sentence] ?? '')
    return text === '' ? [] : [{ kind: 'words', sentence, text }]
  })
}

/** The key of a sentence's block, also while it says nothing. */
export function sentenceKey(sentence: BriefSentence): string {
  return blockKey({ kind: 'words', sentence, text: '' })
}

/** What is switched on: of numbers only what was previewed with these very days. */
export function keysOn({ on, days }: BriefDraft, span: BriefSpan | undefined): string[] {
  const same = days !== undefined && days.from === span?.from && days.to === span.to
  return same ? on : on.filter((key) => key.startsWith('words '))
}

/** What goes along: the blocks that are switched on, and their days where one of them has numbers; undefined for none. */
export function contentOf(
  blocks: readonly BriefBlock[],
  on: readonly string[],
  span: BriefSpan | undefined,
): BriefContent | undefined {
  const chosen = blocks.filter((block) => on.includes(blockKey(block)))
  if (chosen.length === 0) return undefined
  const numbers = chosen.some(({ kind }) => kind !== 'words')
  return { span: numbers && span ? span : null, blocks: chosen }
}

/** How many days a span has, both ends included. */
export function lengthOf({ from, to }: BriefSpan): number {
  return daysBetween(from, to) + 1
}

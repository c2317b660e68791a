import { trackerCatalog, type TrackerType } from '#contract/trackers/catalog.ts'
import { numberIn, type DateOrder } from './cells.ts'
import type { Columns, Look, Topic } from './look-at-table.ts'
import type { Bands, Mapping, SeveralChoice, TopicMeaning } from './plan-import.ts'

/** What was said so far of the rows about one topic. */
export interface TopicDraft {
  /** Undefined where its rows are left out. */
  readonly tracker: TrackerType | undefined
  /** The answer that a word means; `leave` for none of them, absent where nobody has said yet. */
  readonly words: Readonly<Record<string, string>>
  /** The limits of the three better answers, as they were typed. */
  readonly limits: readonly [string, string, string]
  readonly better: 'more' | 'less'
}

/** What was said so far of a table. */
export interface MappingDraft {
  readonly columns: Columns
  readonly order: DateOrder | undefined
  readonly topics: Readonly<Record<string, TopicDraft>>
  /** Undefined where nobody has said yet. */
  readonly several: SeveralChoice | undefined
  readonly notes: boolean
  /** Undefined where no tags are to come along. */
  readonly tags: readonly string[] | undefined
}

export const leave = 'leave'

export const noTopic: TopicDraft = {
  tracker: undefined,
  words: {},
  limits: ['', '', ''],
  better: 'more',
}

export function emptyDraft(columns: Columns): MappingDraft {
  const none = { order: undefined, several: undefined, tags: undefined }
  return { columns, ...none, topics: {}, notes: false }
}

/** More different numbers than anybody wants to be asked about one by one. */
const askedNumbersMax = 12

/** Whether a topic is asked about by limits and not word by word. */
export function asksLimits({ numbers, words, wordsMore }: Topic): boolean {
  return numbers !== undefined && words.length + wordsMore > askedNumbersMax
}

/** The limits as numbers, each further than the one before; undefined where they are not. */
export function limitsOf({ limits, better }: TopicDraft): Bands['from'] | undefined {
  const [one, two, three] = limits.map(numberIn)
  if (one === undefined || two === undefined || three === undefined) return undefined
  const inOrder = better === 'more' ? one > two && two > three : one < two && two < three
  return inOrder ? [one, two, three] : undefined
}

/** Everything that was asked, once all of it was answered; undefined before. */
export function finished(draft: MappingDraft, look: Look, tagMark: string): Mapping | undefined {
  const { columns, several, notes, tags } = draft
  const [only, other] = look.orders
  const order = other === undefined ? (only ?? 'day_first') : draft.order
  const chosen = look.topics.filter(({ name }) => draft.topics[name]?.tracker)
  const topics = chosen.map((topic) => meaningOf(topic, draft.topics[topic.name] ?? noTopic))
  const said = topics.filter((topic) => topic !== undefined)
  if (!order || !several || said.length === 0 || said.length < topics.length) return undefined
  return { columns, order, topics: said, several, notes, tags: new Set(tags), tagMark }
}

function meaningOf(topic: Topic, draft: TopicDraft): TopicMeaning | undefined {
  const { tracker } = draft
  if (!tracker) return undefined
  if (asksLimits(topic)) {
    const from = limitsOf(draft)
    const bands = from && { answers: trackerCatalog[tracker].answers, from }
    return bands && { name: topic.name, tracker, words: new Map(), bands }
  }
  const words = topic.words.map(({ word }) => [word, draft.words[word]] as const)
  if (words.some(([, meant]) => meant === undefined)) return undefined
  const meant = words.flatMap(([word, answer]): [string, string][] =>
    answer && answer !== leave ? [[word, answer]] : [],
  )
  return { name: topic.name, tracker, words: new Map(meant) }
}

import type { Quest, Question, QuestionKind, QuestOption } from './model.ts'

/** A quest as its file has it: the numbers of its questions and their count follow from the list. */
export type QuestFile = Omit<Quest, 'count' | 'questions'> & {
  readonly questions: readonly Draft[]
}

/** The newest version of a quest, from its one file. */
export function defineQuest(file: QuestFile): Quest {
  return { ...file, count: file.questions.length, questions: numbered(file.id, file.questions) }
}

/** Gives the questions of a quest their numbers and ids in the order of the list. */
function numbered(questId: number, drafts: readonly Draft[]): Question[] {
  return drafts.map((draft, index) => ({
    id: questionId(questId, index + 1),
    n: index + 1,
    ...draft,
  }))
}

/**
 * The declarative language of a questionnaire's scoring: plain data, read by the one engine in `scoring.ts`.
 * Items are named by their number, counted from 1. Conditions on an item read its rate before any reversal.
 */
export type Expr =
  /** The sum of the rates; `weighted` multiplies each with its question's weight. */
  | { readonly op: 'sum'; readonly items: readonly number[]; readonly weighted?: true }
  | { readonly op: 'mean'; readonly items: readonly number[] }
  /** How many items reach `gte`. */
  | { readonly op: 'count'; readonly items: readonly number[]; readonly gte: number }
  /** How many items reach the line that is theirs. */
  | { readonly op: 'countWhere'; readonly thresholds: Readonly<Record<number, number>> }
  /** The sum of the distress rates of the items that were asked for it. */
  | { readonly op: 'sumDistress'; readonly items: readonly number[] }
  | { readonly op: 'score'; readonly score: string }
  | { readonly op: 'const'; readonly value: number }
  /** The physical quantity of an item's chosen option. */
  | { readonly op: 'value'; readonly item: number }
  /** Hours from the clock time of one item to that of another, never negative, below 24. */
  | { readonly op: 'clockDiff'; readonly from: number; readonly to: number }
  | { readonly op: 'add' | 'mul' | 'div' | 'meanOf' | 'maxOf'; readonly args: readonly Expr[] }
  /** `values` has one more than `edges`; a number on an edge belongs to the upper step. */
  | {
      readonly op: 'bucket'
      readonly of: Expr
      readonly edges: readonly number[]
      readonly values: readonly number[]
    }
  /** 1 where the condition holds, else 0. */
  | { readonly op: 'test'; readonly when: Condition }

/** There is no 'not': so an item that has no answer yet can only leave a condition unmet, never meet it. */
export type Condition =
  | { readonly always: true }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly score: string; readonly gte?: number; readonly lte?: number }
  | { readonly item: number; readonly gte: number }
  | { readonly distress: number; readonly gte: number }

/** The numbers from `first` to `last`, both included. */
export function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** The same line for each of the items. */
export function lineFor(items: readonly number[], line: number): Record<number, number> {
  return Object.fromEntries(items.map((item) => [item, line]))
}

/** The score lies from `gte` to `lte`, both included; without `lte` there is no upper end. */
export function scoreIn(score: string, gte: number, lte?: number): Condition {
  return lte === undefined ? { score, gte } : { score, gte, lte }
}

/** At least one of the items was answered with this rate or a higher one. */
export function anyFrom(gte: number, ...items: readonly number[]): Condition {
  return { any: items.map((item) => ({ item, gte })) }
}

/** A row of options with their emoji, from which questions are made. */
export interface Scale {
  readonly kind: QuestionKind
  readonly options: readonly QuestOption[]
  readonly scaleLabels: readonly { readonly label: string }[]
}

/** Emoji that grow without judging: no face smiles at an answer or frowns at it. */
const growing: Readonly<Record<number, string>> = {
  2: '⚪ 🔵',
  4: '🌑 🌒 🌔 🌕',
  5: '🌑 🌒 🌓 🌔 🌕',
  7: '▁ ▂ ▃ ▄ ▅ ▆ ▇',
}

/** Options rated upwards from `from`. */
export function scale(from: number, ...texts: readonly string[]): Scale {
  return ofOptions(
    'LIKERT',
    texts.map((text, index) => ({ text, rate: from + index })),
    growing[texts.length],
  )
}

/** Options that carry a quantity: text, rate, value. */
export function choices(
  emoji: string,
  ...rows: readonly (readonly [text: string, rate: number, value: number])[]
): Scale {
  return ofOptions(
    'CHOICE',
    rows.map(([text, rate, value]) => ({ text, rate, value })),
    emoji,
  )
}

/** Spec 3 and 5: the two words of a TRUE_FALSE question. */
export const trueFalse: Scale = ofOptions(
  'TRUE_FALSE',
  [
    { text: 'False', rate: 0 },
    { text: 'True', rate: 1 },
  ],
  growing[2],
)

/** Two sentences to choose from; the one on the keyed side counts. */
export function pair(keyed: 'A' | 'B', a: string, b: string): Scale {
  return ofOptions(
    'PAIR',
    [
      { text: a, rate: keyed === 'A' ? 1 : 0 },
      { text: b, rate: keyed === 'B' ? 1 : 0 },
    ],
    '🟣 🟠',
  )
}

type Extras = Pick<Question, 'hint' | 'contentNote' | 'weight'>

/** A question before it has its number. */
export type Draft = Omit<Question, 'id' | 'n'>

export function ask(on: Scale, text: string, extras: Extras = {}): Draft {
  return { type: on.kind, text, options: on.options, scaleLabels: on.scaleLabels, ...extras }
}

function questionId(questId: number, n: number): string {
  return `${questId}-${n}`
}

function ofOptions(
  kind: QuestionKind,
  options: readonly QuestOption[],
  emoji: string | undefined,
): Scale {
  const labels = emoji?.split(' ') ?? []
  if (labels.length !== options.length) {
    throw new Error(`${options.length} options need as many emoji, not ${labels.length}`)
  }
  return { kind, options, scaleLabels: labels.map((label) => ({ label })) }
}

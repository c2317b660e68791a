import type { Question, QuestionKind, QuestOption } from './model.ts'

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

export function questionId(questId: number, n: number): string {
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

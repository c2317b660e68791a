/** Two scores of a day, both from 1, the lowest, to 4, the best. */
export type Pair = readonly [first: number, second: number]

/** What the answers of one person say about one question. */
export type Relation =
  | { readonly kind: 'not_enough'; readonly daysMissing: number }
  | { readonly kind: 'none' }
  | ({ readonly kind: 'together'; readonly direction: 'same' | 'opposite' } & Counts)

/** The days with the better and with the lesser answers to the first tracker, and how the second one was on them. */
export interface Counts {
  /** The lowest score that counts as better, of the first and of the second tracker. */
  readonly betterFrom: Pair
  readonly better: Side
  readonly lesser: Side
}

interface Side {
  readonly days: number
  /** On how many of them the second tracker was better. */
  readonly secondBetter: number
}

/** Decisions 067: fewer days with both answers say nothing, nor do fewer on either side of the first tracker's halves. */
const pairsMin = 30
const sideMin = 8

/** Decisions 067: how likely a connection may be by chance alone that is shown as one. */
const chanceMax = 0.05

/** Whether two trackers go together, from the days on which both were answered, in their order. */
export function relate(pairs: readonly Pair[]): Relation {
  const [firstFrom = 3] = splits(pairs.map(([first]) => first))
  const better = pairs.filter(([first]) => first >= firstFrom).length
  const smallerSide = Math.min(better, pairs.length - better)
  const daysMissing = Math.max(pairsMin - pairs.length, sideMin - smallerSide)
  if (daysMissing > 0) return { kind: 'not_enough', daysMissing }
  if (chanceOf(pairs) > chanceMax) return { kind: 'none' }
  const direction = rankCorrelation(pairs) > 0 ? 'same' : 'opposite'
  return { kind: 'together', direction, ...countsOf(pairs, firstFrom, direction) }
}

/** Spearman's rank correlation, from -1 to 1; equal answers share the middle of their ranks. 0 where a side never changes. */
export function rankCorrelation(pairs: readonly Pair[]): number {
  const [first, second] = ranksOf(pairs)
  const spread = Math.sqrt(product(first, first, 0) * product(second, second, 0))
  return spread === 0 ? 0 : product(first, second, 0) / spread
}

/**
 * How likely so strong a connection is by chance, from above 0 to 1. The days are laid in a ring and one side is turned
 * against the other to every other position: each side keeps its order, and with it how alike its neighboring days are,
 * and only what ties the two together is gone.
 */
export function chanceOf(pairs: readonly Pair[]): number {
  const [first, second] = ranksOf(pairs)
  // A turn leaves both spreads as they are, so products compare as correlations do, in whole numbers.
  const observed = Math.abs(product(first, second, 0))
  let asStrong = 1
  for (let turn = 1; turn < pairs.length; turn++) {
    if (Math.abs(product(first, second, turn)) >= observed) asStrong++
  }
  return asStrong / pairs.length
}

/** Twice the middle ranks of both sides, less their mean: whole numbers. */
function ranksOf(pairs: readonly Pair[]): [Int32Array, Int32Array] {
  return [
    centeredRanks(pairs.map(([first]) => first)),
    centeredRanks(pairs.map(([, second]) => second)),
  ]
}

function centeredRanks(scores: readonly number[]): Int32Array {
  const counts = [0, 0, 0, 0, 0]
  for (const score of scores) counts[score] = (counts[score] ?? 0) + 1
  let below = 0
  const ranks = counts.map((count) => {
    below += count
    return 2 * below - count - scores.length
  })
  return Int32Array.from(scores, (score) => ranks[score] ?? 0)
}

/** The sum of the products with the second side turned by so many positions. */
function product(first: Int32Array, second: Int32Array, turn: number): number {
  const { length } = first
  let sum = 0
  for (let at = 0, other = turn; at < length; at++, other++) {
    if (other === length) other = 0
    sum += (first[at] as number) * (second[other] as number)
  }
  return sum
}

/** The scores from which an answer may count as better, the one first that makes the halves most alike. */
function splits(scores: readonly number[]): number[] {
  const unevenness = (from: number) =>
    Math.abs(scores.length - 2 * scores.filter((score) => score >= from).length)
  return [3, 2, 4].sort((one, other) => unevenness(one) - unevenness(other))
}

/** The counts with the halves of the second tracker that are most alike, of those that show the direction. */
function countsOf(
  pairs: readonly Pair[],
  firstFrom: number,
  direction: 'same' | 'opposite',
): Counts {
  const all = splits(pairs.map(([, second]) => second)).map((secondFrom) => {
    const betterFrom = [firstFrom, secondFrom] as const
    const [better, lesser] = [true, false].map((isBetter): Side => {
      const days = pairs.filter(([first]) => first >= firstFrom === isBetter)
      const secondBetter = days.filter(([, second]) => second >= secondFrom).length
      return { days: days.length, secondBetter }
    }) as [Side, Side]
    return { betterFrom, better, lesser }
  })
  const shows = ({ better, lesser }: Counts) => {
    const difference = better.secondBetter * lesser.days - lesser.secondBetter * better.days
    return direction === 'same' ? difference > 0 : difference < 0
  }
  return (all.find(shows) ?? all[0]) as Counts
}

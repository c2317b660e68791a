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

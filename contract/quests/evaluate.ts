import type { Chosen } from './answers.ts'
import type { Condition, Expr } from './define-quest.ts'
import type { Quest } from './model.ts'

/** What an expression may look at: the choices, and the scores computed before it. */
export interface Known {
  readonly quest: Quest
  readonly chosen: ReadonlyMap<number, Chosen>
  readonly scores: ReadonlyMap<string, number>
}

/** Thrown where a rule names what is not there: a defect of a catalogue file, found by its tests. */
export class RuleError extends Error {
  override name = 'RuleError'
}

/** The number that an expression says. Every item it names has to be chosen. */
export function evaluate(expr: Expr, known: Known): number {
  switch (expr.op) {
    case 'sum':
      return total(expr.items.map((n) => rateOf(n, known) * weightOf(n, known, expr.weighted)))
    case 'mean':
      return total(expr.items.map((n) => rateOf(n, known))) / expr.items.length
    case 'count':
      return expr.items.filter((n) => rateOf(n, known) >= expr.gte).length
    case 'countWhere':
      return Object.entries(expr.thresholds).filter(([n, line]) => rateOf(Number(n), known) >= line)
        .length
    case 'sumDistress':
      return total(expr.items.map((n) => known.chosen.get(n)?.distress?.rate ?? 0))
    case 'score':
      return scoreOf(expr.score, known)
    case 'const':
      return expr.value
    case 'value':
      return valueOf(expr.item, known)
    case 'clockDiff':
      return hoursBetween(valueOf(expr.from, known), valueOf(expr.to, known))
    case 'add':
    case 'mul':
    case 'div':
    case 'meanOf':
    case 'maxOf':
      return combine(
        expr.op,
        expr.args.map((arg) => evaluate(arg, known)),
      )
    case 'bucket':
      return stepOf(expr.edges, expr.values, rounded(evaluate(expr.of, known)))
    case 'test':
      return holds(expr.when, known) ? 1 : 0
  }
}

/** Whether a condition holds; one on an item, a distress or a score that is not known yet does not. */
export function holds(condition: Condition, known: Known): boolean {
  if ('always' in condition) return condition.always
  if ('all' in condition) return condition.all.every((part) => holds(part, known))
  if ('any' in condition) return condition.any.some((part) => holds(part, known))
  if ('item' in condition) return reaches(known.chosen.get(condition.item)?.option.rate, condition)
  if ('distress' in condition) {
    return reaches(known.chosen.get(condition.distress)?.distress?.rate, condition)
  }
  return reaches(known.scores.get(condition.score), condition)
}

/** Six digits: a mean such as 2.8 meets its cut whatever the order of the additions. */
export function rounded(number: number): number {
  return Math.round(number * 1e6) / 1e6
}

function reaches(
  number: number | undefined,
  { gte, lte }: { readonly gte?: number; readonly lte?: number },
): boolean {
  if (number === undefined) return false
  return (gte === undefined || number >= gte) && (lte === undefined || number <= lte)
}

/** The rate that counts: turned round inside the item's own options where the quest says so. */
function rateOf(n: number, known: Known): number {
  const { question, option } = chosenAt(n, known)
  if (!known.quest.reverse.includes(n)) return option.rate
  const rates = question.options.map(({ rate }) => rate)
  return Math.min(...rates) + Math.max(...rates) - option.rate
}

function weightOf(n: number, known: Known, weighted: true | undefined): number {
  if (!weighted) return 1
  const { weight } = chosenAt(n, known).question
  if (weight === undefined) throw new RuleError(`Item ${n} has no weight`)
  return weight
}

function valueOf(n: number, known: Known): number {
  const { value } = chosenAt(n, known).option
  if (value === undefined) throw new RuleError(`The options of item ${n} have no value`)
  return value
}

function chosenAt(n: number, { chosen }: Known): Chosen {
  const own = chosen.get(n)
  if (!own) throw new RuleError(`Item ${n} has no answer`)
  return own
}

function scoreOf(id: string, { scores }: Known): number {
  const score = scores.get(id)
  if (score === undefined) throw new RuleError(`Score ${id} is not known yet`)
  return score
}

function combine(
  op: 'add' | 'mul' | 'div' | 'meanOf' | 'maxOf',
  numbers: readonly number[],
): number {
  switch (op) {
    case 'add':
      return total(numbers)
    case 'mul':
      return numbers.reduce((product, number) => product * number, 1)
    case 'div':
      return numbers.slice(1).reduce((rest, number) => rest / number, numbers[0] ?? 0)
    case 'meanOf':
      return total(numbers) / numbers.length
    case 'maxOf':
      return Math.max(...numbers)
  }
}

function stepOf(edges: readonly number[], values: readonly number[], number: number): number {
  const value = values[edges.filter((edge) => number >= edge).length]
  if (value === undefined) throw new RuleError('A bucket needs one value more than edges')
  return value
}

function hoursBetween(from: number, to: number): number {
  return (((to - from) % 24) + 24) % 24
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

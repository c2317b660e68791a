import type { PlannedOp } from './plan.ts'

/** What a kind that takes few statements for many operations does in a few milliseconds. */
const batchMax = 100

/**
 * Cuts off the beginning of the operations that one transaction may hold, at least one: a push that takes many statements
 * is many short transactions, between which others have their turn. `room` is the part of a whole slice, above 0, at most 1.
 */
export function cutSlice(
  ops: readonly PlannedOp[],
  room: number,
): { slice: readonly PlannedOp[]; rest: readonly PlannedOp[] } {
  let left = room
  const end = ops.findIndex((op, index) => {
    left -= 1 / (op.applier.batchMax ?? batchMax)
    // Sums of fractions come out a little beside the whole.
    return index > 0 && left < -1e-9
  })
  return end < 0 ? { slice: ops, rest: [] } : { slice: ops.slice(0, end), rest: ops.slice(end) }
}

/**
 * What to try after the operations of `kind` failed together: first those of lanes that the kind is not in, then the
 * others, half of the lanes and the other half, those with few operations first; in the end the halves of one lane. None
 * overtakes another of its lane.
 */
export function partsOf(slice: readonly PlannedOp[], kind: string): PlannedOp[][] {
  const lanes = Map.groupBy(slice, ({ lane }) => lane)
  const [others, suspects] = [false, true].map((suspect) =>
    [...lanes.values()].filter((ops) => ops.some((op) => op.kind === kind) === suspect),
  )
  const fewFirst = (suspects ?? []).sort((a, b) => a.length - b.length)
  const [only, ...more] = fewFirst
  const halves = only && more.length === 0 ? halvesOf(only) : halvesOf(fewFirst).map(flat)
  return [flat(others ?? []), ...halves].filter((part) => part.length > 0)
}

function halvesOf<T>(all: readonly T[]): T[][] {
  const middle = Math.ceil(all.length / 2)
  return [all.slice(0, middle), all.slice(middle)]
}

function flat(lanes: readonly (readonly PlannedOp[])[]): PlannedOp[] {
  return lanes.flat()
}

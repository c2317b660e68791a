import type { PlannedOp } from './plan.ts'

/** What a kind that takes few statements for many operations does in a few milliseconds. */
const batchMax = 100

/**
 * Operations in their order, cut into what one transaction may hold: a push that takes many statements is many short
 * transactions, between which others have their turn.
 */
export function slicesOf(ops: readonly PlannedOp[]): PlannedOp[][] {
  const slices: PlannedOp[][] = []
  let room = 0
  for (const op of ops) {
    const share = 1 / (op.applier.batchMax ?? batchMax)
    // Sums of fractions come out a little beside the whole.
    if (slices.length === 0 || share > room + 1e-9) {
      slices.push([])
      room = 1
    }
    room -= share
    slices.at(-1)?.push(op)
  }
  return slices
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

/** What one round gave for each contender, in the order of the rounds. */
export type Rounds<K extends string> = Readonly<Record<K, readonly number[]>>

/**
 * Lets contenders take turns, so that what else the machine does hits all of them alike. The first round only warms
 * up and is not counted.
 */
export async function takeTurns<K extends string>(
  rounds: number,
  contenders: Readonly<Record<K, () => Promise<number>>>,
): Promise<Rounds<K>> {
  const names = Object.keys(contenders) as K[]
  const taken = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    K,
    number[]
  >
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const value = await contenders[name]()
      if (round > 0) taken[name].push(value)
    }
  }
  return taken
}

/** The median over the rounds of one contender's number against another's of the same round. */
export function ratioOf(numbers: readonly number[], against: readonly number[]): number {
  return median(numbers.map((value, round) => value / (against[round] ?? Number.NaN)))
}

export function median(numbers: readonly number[]): number {
  return percentile(numbers, 50)
}

/** The smallest of the numbers that at least `percent` of them do not exceed; NaN of none. */
export function percentile(numbers: readonly number[], percent: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const rank = Math.ceil((percent / 100) * sorted.length)
  return sorted[Math.max(0, rank - 1)] ?? Number.NaN
}

/** How long work takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

/** Does work `count` times, at most `concurrency` at once; how often per second that was. */
export async function rateOf(
  count: number,
  concurrency: number,
  work: (index: number) => Promise<unknown>,
): Promise<number> {
  let next = 0
  async function keepWorking(): Promise<void> {
    while (next < count) {
      next += 1
      await work(next - 1)
    }
  }
  const ms = await timed(() => Promise.all(Array.from({ length: concurrency }, keepWorking)))
  return count / (ms / 1_000)
}

import * as v from 'valibot'
import { startChild, type Child } from './child-process.ts'
import type { DatabaseHome } from './database.ts'

const writer = new URL('../server/db/children/write-endlessly.ts', import.meta.url)

const holdingsSchema = v.object({
  n: v.number(),
  lefts: v.number(),
  rights: v.number(),
  highest: v.number(),
})

export interface CrashReport {
  acknowledged: number
  /** Acknowledged transactions that were gone after a restart. */
  lost: number
  /** Restarts that found a part of a transaction. */
  torn: number
}

/**
 * Lets a process write, ends it by `crash` amid the stream of acknowledged transactions, and compares what the
 * next process finds with the last acknowledgement, again and again.
 */
export async function crashRounds(
  home: DatabaseHome,
  rounds: number,
  crash: (child: Child) => Promise<void> = (child) => child.kill(),
): Promise<CrashReport> {
  const report: CrashReport = { acknowledged: 0, lost: 0, torn: 0 }
  for (let round = 0; round <= rounds; round += 1) {
    const child = startChild(writer, JSON.stringify(home))
    const found = v.parse(holdingsSchema, JSON.parse(await child.nextLine()))
    report.lost += Math.max(0, report.acknowledged - found.n)
    const whole = [found.lefts, found.rights, found.highest].every((count) => count === found.n)
    if (!whole) report.torn += 1
    report.acknowledged = found.n
    if (round === rounds) await child.kill()
    else report.acknowledged = await writeAndCrash(child, 5 + ((round * 37) % 60), crash)
  }
  return report
}

async function writeAndCrash(
  child: Child,
  transactions: number,
  crash: (child: Child) => Promise<void>,
): Promise<number> {
  let acknowledged = 0
  for (let i = 0; i < transactions; i += 1) acknowledged = Number(await child.nextLine())
  await crash(child)
  // What it still printed before it died was acknowledged too.
  for (;;) {
    const line = await child.nextLine().catch(() => undefined)
    if (line === undefined) return acknowledged
    acknowledged = Number(line)
  }
}

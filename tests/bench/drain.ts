import type { BrowserContext } from '@playwright/test'
import { openAnswers, wireOp } from './answers.ts'
import type { ApiUnderTest } from './api-under-test.ts'
import { startChild } from './child.ts'
import type { BareHttpOptions, BareHttpTasks } from './children/bare-http.ts'
import { milliseconds } from './inserts.ts'
import { startDelayProxy } from './phone/delay-proxy.ts'
import { onPhone, openPhonePage, phoneAtScale, slowDown } from './phone/phone-page.ts'
import { rawAnswer, type RawAnswer } from './raw-answer.ts'
import { ratioOf, takeTurns } from './rounds.ts'
import { bearer, scales, type Person } from './stored.ts'
import { plainRow, ratioRow, type Row } from './table.ts'

export interface DrainCase {
  readonly ops: number
  readonly roundTripMs: number
  /** The most that a drain may take, in times of one bare request. */
  readonly atMost: number
  /** How many times slower than this machine the phone is; 1 where it is not said. */
  readonly cpuSlowdown?: number
}

const rounds = 5
const oneByOneSample = 20
const bareScript = new URL('./children/bare-http.ts', import.meta.url)

/** People that one call here uses up. */
export const drainPeople = scales.length * (rounds + 1) + 2

/**
 * Sends what waits over a slow network, against one request of the same size, both ways, to a server that does
 * nothing; and against sending it one by one, of which a part is measured.
 */
export async function benchDrain(
  { context, core, api: { origin } }: { context: BrowserContext; core: string; api: ApiUnderTest },
  people: Person[],
  { ops, roundTripMs, atMost, cpuSlowdown = 1 }: DrainCase,
): Promise<Row[]> {
  const answer = await pushAnswer(origin, people, ops)
  const bare = startChild<BareHttpTasks>(bareScript, { answer } satisfies BareHttpOptions)
  const near = await startDelayProxy(origin, roundTripMs)
  const bareNear = await startDelayProxy(await bare.ask('origin', undefined), roundTripMs)
  const page = await openPhonePage(context, near.origin, core)
  const barePage = await openPhonePage(context, bareNear.origin, core)
  for (const each of [page, barePage]) await slowDown(context, each, cpuSlowdown)
  const slow = cpuSlowdown === 1 ? '' : `, CPU ${cpuSlowdown}x slower`
  const name = `drain ${ops} ops at ${roundTripMs} ms${slow}`
  const rows: Row[] = []
  for (const scale of scales) {
    const { drained, bareMs } = await takeTurns(rounds, {
      drained: async () => {
        await onPhone(page, 'openPhone', { ...phoneAtScale(people, scale), waitingCount: 0 })
        await onPhone(page, 'queue', ops)
        return onPhone(page, 'drain')
      },
      bareMs: () => onPhone(barePage, 'sendBare', ops),
    })
    const shown = { measured: milliseconds(drained), bare: milliseconds(bareMs) }
    const ratio = ratioOf(drained, bareMs)
    rows.push(ratioRow(`${name}, ${scale}x on the phone`, { ...shown, ratio }, { atMost }))
  }
  const token = people.shift()?.token ?? ''
  const sampleMs = await onPhone(page, 'sendOneByOne', oneByOneSample, token)
  const allMs = (sampleMs / oneByOneSample) * ops
  rows.push(plainRow(`${name}, one by one (from ${oneByOneSample})`, `${Math.round(allMs)} ms`))
  for (const each of [page, barePage, near, bareNear]) await each.close()
  await bare.stop()
  return rows
}

/** What the server answers a push of so many operations. */
function pushAnswer(origin: string, people: Person[], count: number): Promise<RawAnswer> {
  const person = people.shift()
  const answers = openAnswers(Date.now())
  const ops = Array.from({ length: count }, (_, index) => answers[index % answers.length])
  return rawAnswer(`${origin}/api/sync/push`, {
    method: 'POST',
    headers: {
      ...(person ? bearer(person) : {}),
      'content-type': 'application/json',
      'accept-encoding': 'gzip',
    },
    body: JSON.stringify({ ops: ops.map((answer) => answer && wireOp(answer)) }),
  })
}

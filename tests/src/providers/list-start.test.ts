import '#tests/model/browser-globals.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { problem } from '#contract/problem.ts'
import {
  closeList,
  hasBeginning,
  keepProviders,
  readDirectory,
  readTimes,
} from '#src/features/providers/kept-directory.ts'
import { directorySince } from '#src/features/providers/since-words.ts'
import { beginList, refreshList, warmStart } from '#src/features/providers/refresh-directory.ts'
import { UnreachableError } from '#src/offline/api/api-error.ts'
import { sharedDatabase } from '#src/offline/storage/shared-database.ts'
import { answerWith, noNetwork, ours } from '#tests/offline/network.ts'
import { card } from './cards.ts'

const mona = { viewerId: '0193a000-0000-7000-8000-00000000bbbb', token: 'monas' }
const name = { specialty: 'Psychotherapist', list: 'listProviders' } as const
const noon = Date.parse('2026-11-21T12:00:00Z')
let logins = 0

/** Somebody with a login of their own: no test meets what another has asked. */
function newLina() {
  logins += 1
  return { viewerId: '0193a000-0000-7000-8000-00000000aaaa', token: `linas-${logins}` }
}

function pagesOf(requests: readonly Request[]) {
  return requests.map(({ url }) => new URL(url).searchParams.get('after') ?? 'start')
}

afterEach(async () => {
  vi.useRealTimers()
  const db = sharedDatabase()
  await Promise.all([db.providers.clear(), db.providerLists.clear(), db.facts.clear()])
})

describe('the beginning of a list that nobody has opened', () => {
  test('is kept with its time, and is no whole list', async () => {
    vi.setSystemTime(noon)
    const lina = newLina()
    const [a, b] = [card({ firstname: 'Ada' }), card({ firstname: 'Bea' })]
    answerWith(() => ours({ providers: [a, b], next: 'page-2' }))
    await warmStart(lina, 'Psychotherapist')
    const kept = await readDirectory(lina.viewerId, 'Psychotherapist')
    expect(kept).toMatchObject({
      providers: [a, b],
      rest: 0,
      asOfMs: undefined,
      startAsOfMs: noon,
    })
    expect(kept && directorySince(kept)).toMatch(/^As of .+2026.+There may be more\.$/)
    expect(await readTimes(lina.viewerId)).toEqual({
      whole: new Map(),
      starts: new Map([['Psychotherapist', noon]]),
    })
  })

  test('is the whole list where there are no more', async () => {
    vi.setSystemTime(noon)
    const lina = newLina()
    answerWith(() => ours({ providers: [card()], next: null }))
    await warmStart(lina, 'Psychotherapist')
    expect(await readDirectory(lina.viewerId, 'Psychotherapist')).toMatchObject({
      asOfMs: noon,
      startAsOfMs: undefined,
    })
    expect((await readTimes(lina.viewerId)).starts.size).toBe(0)
  })

  test('loses who stood among the first and does no longer, and nobody behind them', async () => {
    const lina = newLina()
    const [gone, stays, behind] = ['Bea', 'Cleo', 'Zoe'].map((firstname) => card({ firstname }))
    if (!gone || !stays || !behind) throw new Error('There are three')
    await keepProviders(lina.viewerId, [gone, stays, behind])
    answerWith(() => ours({ providers: [stays], next: 'page-2' }))
    await warmStart(lina, 'Psychotherapist')
    const kept = await readDirectory(lina.viewerId, 'Psychotherapist')
    expect(kept?.providers.map(({ _id }) => _id)).toEqual([stays._id, behind._id])
  })

  test('takes nothing from a list that is here as a whole', async () => {
    const lina = newLina()
    const [a, b] = [card({ firstname: 'Ada' }), card({ firstname: 'Bea' })]
    await keepProviders(lina.viewerId, [a, b])
    const ids = new Set([a._id, b._id])
    await closeList(lina.viewerId, { specialty: 'Psychotherapist', ids, asOfMs: noon })
    answerWith(() => ours({ providers: [b], next: 'page-2' }))
    await warmStart(lina, 'Psychotherapist')
    expect(await readDirectory(lina.viewerId, 'Psychotherapist')).toMatchObject({
      providers: [a, b],
      asOfMs: noon,
      startAsOfMs: undefined,
    })
  })

  test('is of one viewer alone, and a late answer for somebody who has left is dropped', async () => {
    const lina = newLina()
    const [hers, monas] = [card({ firstname: 'Ada' }), card({ firstname: 'Bea' })]
    answerWith(() => ours({ providers: [hers], next: 'page-2' }))
    await warmStart(lina, 'Psychotherapist')
    expect(await readDirectory(mona.viewerId, 'Psychotherapist')).toBeUndefined()
    expect((await readTimes(mona.viewerId)).starts.size).toBe(0)
    answerWith(() => ours({ providers: [monas], next: 'page-2' }))
    await warmStart(mona, 'Psychotherapist')
    answerWith(() => ours({ providers: [hers], next: 'page-2' }))
    await warmStart({ ...newLina(), isHere: () => false }, 'Psychotherapist')
    expect(await readDirectory(mona.viewerId, 'Psychotherapist')).toMatchObject({
      providers: [monas],
    })
    expect(await readDirectory(lina.viewerId, 'Psychotherapist')).toBeUndefined()
  })

  test('that does not come changes nothing', async () => {
    const lina = newLina()
    answerWith(noNetwork, () => ours(problem('internal'), { status: 500 }))
    await expect(warmStart(lina, 'Psychotherapist')).rejects.toThrow(UnreachableError)
    await expect(warmStart(lina, 'Psychotherapist')).rejects.toThrow('Something went wrong')
    expect(await readDirectory(lina.viewerId, 'Psychotherapist')).toBeUndefined()
  })
})

describe('a list that is asked for at the press', () => {
  test('goes on from that answer, which is asked for once', async () => {
    const lina = newLina()
    const [a, b] = [card({ firstname: 'Ada' }), card({ firstname: 'Bea' })]
    const requests = answerWith(
      () => ours({ providers: [a], next: 'page-2' }),
      () => ours({ providers: [b], next: null }),
    )
    const pressed = beginList(lina, name)
    await beginList(lina, name)
    await pressed
    await refreshList(lina, { ...name, always: false })
    expect(pagesOf(requests)).toEqual(['start', 'page-2'])
    expect((await readDirectory(lina.viewerId, 'Psychotherapist'))?.asOfMs).toBeDefined()
  })

  test('is asked anew where it is opened later', async () => {
    vi.setSystemTime(noon)
    const lina = newLina()
    const requests = answerWith(() => ours({ providers: [card()], next: 'page-2' }))
    await beginList(lina, name)
    vi.setSystemTime(noon + 10_000)
    answerWith(() => ours({ providers: [], next: null }))
    await refreshList(lina, { ...name, always: false })
    expect(pagesOf(requests)).toEqual(['start'])
    expect((await readDirectory(lina.viewerId, 'Psychotherapist'))?.providers).toEqual([])
  })

  test('needs no asking where its first cards are here', async () => {
    const lina = newLina()
    const here = async () => hasBeginning(await readTimes(lina.viewerId), 'Psychotherapist')
    expect(await here()).toBe(false)
    answerWith(
      () => ours({ providers: [card()], next: 'page-2' }),
      () => ours({ providers: [card()], next: null }),
    )
    await warmStart(lina, 'Psychotherapist')
    expect(await here()).toBe(true)
    await refreshList(lina, { ...name, always: false })
    expect(await here()).toBe(true)
  })

  test('that failed at the press is asked for again by its page', async () => {
    const lina = newLina()
    const requests = answerWith(noNetwork, () => ours({ providers: [card()], next: null }))
    await expect(beginList(lina, name)).rejects.toThrow(UnreachableError)
    await refreshList(lina, { ...name, always: false })
    expect(requests).toHaveLength(2)
  })
})

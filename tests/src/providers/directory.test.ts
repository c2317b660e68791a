import '#tests/model/browser-globals.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { problem } from '#contract/problem.ts'
import {
  keepProviders,
  readCounts,
  readDirectory,
  readProvider,
} from '#src/features/providers/kept-directory.ts'
import {
  refreshCounts,
  refreshList,
  refreshProvider,
  refreshWhole,
} from '#src/features/providers/refresh-directory.ts'
import { sharedDatabase } from '#src/offline/shared-database.ts'
import { answerWith, noNetwork, ours } from '#tests/offline/network.ts'
import { fullUser } from '../profile/full-user.ts'
import { card } from './cards.ts'

const lina = { userId: '0193a000-0000-7000-8000-00000000aaaa', token: 'token' }
const mona = { userId: '0193a000-0000-7000-8000-00000000bbbb', token: 'token' }
const psychotherapists = {
  specialty: 'Psychotherapist',
  list: 'listProviders',
  always: true,
} as const
const list = (viewer = lina) => readDirectory(viewer.userId, 'Psychotherapist')

afterEach(async () => {
  vi.useRealTimers()
  const db = sharedDatabase()
  await Promise.all([db.providers.clear(), db.providerLists.clear(), db.facts.clear()])
})

describe('a list of providers', () => {
  test('comes page by page, and stands with its time once the last one is there', async () => {
    vi.setSystemTime('2026-11-21T12:00:00Z')
    const [a, b] = [card(), card()]
    const requests = answerWith(
      () => ours({ providers: [a], next: 'page-2' }),
      async () => {
        expect(await list()).toEqual({ cards: [a], asOfMs: undefined })
        return ours({ providers: [b], next: null })
      },
    )
    await refreshList(lina, psychotherapists)
    expect(await list()).toEqual({ cards: [a, b], asOfMs: Date.parse('2026-11-21T12:00:00Z') })
    expect(requests.map(({ url }) => new URL(url).searchParams.toString())).toEqual([
      'limit=100&specialty=Psychotherapist',
      'limit=100&after=page-2&specialty=Psychotherapist',
    ])
  })

  test('loses who is no longer listed, and leaves other specialties alone', async () => {
    const [gone, stays] = [card(), card()]
    const other = card({ specialization: 'Sleep Therapist' })
    await keepProviders(lina.userId, [gone, stays, other])
    answerWith(() => ours({ providers: [stays], next: null }))
    await refreshList(lina, psychotherapists)
    expect((await list())?.cards).toEqual([stays])
    expect(await readProvider(lina.userId, other._id)).toEqual(other)
  })

  test('that nobody is in is known to be empty', async () => {
    answerWith(() => ours({ providers: [], next: null }))
    expect(await list()).toBeUndefined()
    await refreshList(lina, psychotherapists)
    expect((await list())?.cards).toEqual([])
  })

  test('that is fresh is not asked for again, unless it is wished', async () => {
    const requests = answerWith(() => ours({ providers: [], next: null }))
    await refreshList(lina, psychotherapists)
    await refreshList(lina, { ...psychotherapists, always: false })
    expect(requests).toHaveLength(1)
    await refreshList(lina, psychotherapists)
    expect(requests).toHaveLength(2)
  })

  test('stays when the server does not answer', async () => {
    const kept = card()
    answerWith(() => ours({ providers: [kept], next: null }), noNetwork)
    await refreshList(lina, psychotherapists)
    await expect(refreshList(lina, psychotherapists)).rejects.toThrow('No answer')
    expect((await list())?.cards).toEqual([kept])
  })

  test('fetched for one person is not shown to the next on the same device, nor mixed with theirs', async () => {
    const [hers, theirs] = [card(), card()]
    answerWith(
      () => ours({ providers: [hers], next: null }),
      () => ours({ providers: [theirs], next: null }),
    )
    await refreshList(lina, psychotherapists)
    expect(await list(mona)).toBeUndefined()
    expect(await readProvider(mona.userId, hers._id)).toBeUndefined()
    await refreshList(mona, psychotherapists)
    expect((await list(mona))?.cards).toEqual([theirs])
    expect(await list(lina)).toBeUndefined()
  })

  test('skips what an older build kept in another shape', async () => {
    const kept = card()
    await keepProviders(lina.userId, [kept, { ...card(), languages: 'all' } as never])
    expect((await list())?.cards).toEqual([kept])
  })

  test('keeps of a provider whom a superAdmin sees only what members see', async () => {
    const admin = {
      ...fullUser({ _id: card()._id, userT: 'ServiceProvider', specialization: 'Psychotherapist' }),
      view: 'admin',
    }
    answerWith(() => ours({ providers: [admin], next: null }))
    await refreshList(lina, psychotherapists)
    const [kept] = (await list())?.cards ?? []
    expect(Object.keys(kept ?? {}).toSorted()).toEqual(Object.keys(card()).toSorted())
  })
})

describe('the counts', () => {
  test('are kept with their time for the person they were told', async () => {
    answerWith(() => ours({ counts: { Psychotherapist: 2 } }), noNetwork)
    await refreshCounts(lina)
    await expect(refreshCounts(lina)).rejects.toThrow('No answer')
    expect(await readCounts(lina.userId)).toMatchObject({ counts: { Psychotherapist: 2 } })
    expect(await readCounts(mona.userId)).toBeUndefined()
  })

  test('of a small directory bring the whole of it to the device', async () => {
    const [a, b] = [card(), card({ specialization: 'Sleep Therapist' })]
    const requests = answerWith(() => ours({ providers: [a, b], next: null }))
    await refreshWhole(lina, { Psychotherapist: 1, 'Sleep Therapist': 1 })
    expect((await readDirectory(lina.userId, 'Sleep Therapist'))?.cards).toEqual([b])
    expect((await readDirectory(lina.userId, 'Yoga Therapist'))?.cards).toEqual([])
    await refreshWhole(lina, { Psychotherapist: 1 })
    expect(requests).toHaveLength(1)
  })

  test('of a large one do not', async () => {
    const requests = answerWith(noNetwork)
    await refreshWhole(lina, { Psychotherapist: 1_001 })
    expect(requests).toEqual([])
  })
})

describe('one provider', () => {
  test('is fetched and kept', async () => {
    const sofia = card()
    answerWith(() => ours(sofia))
    expect(await refreshProvider(lina, sofia._id)).toBe('found')
    expect(await readProvider(lina.userId, sofia._id)).toEqual(sofia)
  })

  test('who may not be seen any more leaves the device', async () => {
    const sofia = card()
    await keepProviders(lina.userId, [sofia])
    answerWith(() => ours(problem('not_found'), { status: 404 }))
    expect(await refreshProvider(lina, sofia._id)).toBe('missing')
    expect(await readProvider(lina.userId, sofia._id)).toBeUndefined()
  })

  test('is nobody where the id is none, or somebody else’s', async () => {
    const requests = answerWith(() => ours(fullUser()))
    expect(await refreshProvider(lina, '../admin')).toBe('missing')
    expect(requests).toEqual([])
    expect(await refreshProvider(lina, fullUser()._id)).toBe('missing')
  })

  test('stays when the server fails', async () => {
    const sofia = card()
    await keepProviders(lina.userId, [sofia])
    answerWith(() => ours(problem('internal'), { status: 500 }))
    await expect(refreshProvider(lina, sofia._id)).rejects.toThrow('Something went wrong')
    expect(await readProvider(lina.userId, sofia._id)).toEqual(sofia)
  })
})

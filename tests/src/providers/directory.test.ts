import '#tests/model/browser-globals.ts'
import * as v from 'valibot'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cardViewSchema } from '#contract/account/model.ts'
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
import { cardShape, storedProvider } from '#src/features/providers/stored-provider.ts'
import { sharedDatabase } from '#src/offline/storage/shared-database.ts'
import { answerWith, noNetwork, ours } from '#tests/offline/network.ts'
import { fullUser } from '../profile/full-user.ts'
import { card } from './cards.ts'

const lina = { viewerId: '0193a000-0000-7000-8000-00000000aaaa', token: 'token' }
const mona = { viewerId: '0193a000-0000-7000-8000-00000000bbbb', token: 'token' }
const psychotherapists = {
  specialty: 'Psychotherapist',
  list: 'listProviders',
  always: true,
} as const

/** The list as it is kept, its providers as the cards that they were. */
async function list(viewer = lina, specialty = 'Psychotherapist') {
  const kept = await readDirectory(viewer.viewerId, specialty)
  return kept && { ...kept, cards: kept.providers.map((row) => v.parse(cardViewSchema, row)) }
}

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
        expect(await list()).toMatchObject({ cards: [a], asOfMs: undefined })
        return ours({ providers: [b], next: null })
      },
    )
    await refreshList(lina, psychotherapists)
    expect(await list()).toMatchObject({
      cards: [a, b],
      asOfMs: Date.parse('2026-11-21T12:00:00Z'),
    })
    expect(requests.map(({ url }) => new URL(url).searchParams.toString())).toEqual([
      'limit=24&specialty=Psychotherapist',
      'limit=100&after=page-2&specialty=Psychotherapist',
    ])
  })

  test('loses who is no longer listed, and leaves other specialties alone', async () => {
    const [gone, stays] = [card(), card()]
    const other = card({ specialization: 'Sleep Therapist' })
    await keepProviders(lina.viewerId, [gone, stays, other])
    answerWith(() => ours({ providers: [stays], next: null }))
    await refreshList(lina, psychotherapists)
    expect((await list())?.cards).toEqual([stays])
    expect(await readProvider(lina.viewerId, other._id)).toMatchObject(other)
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
    expect(await readProvider(mona.viewerId, hers._id)).toBeUndefined()
    await refreshList(mona, psychotherapists)
    expect((await list(mona))?.cards).toEqual([theirs])
    expect(await list(lina)).toBeUndefined()
  })

  test('does not find what another build kept in another shape, and drops it with the next whole list', async () => {
    const [kept, older] = [card(), card()]
    await keepProviders(lina.viewerId, [kept, older])
    const { providers } = sharedDatabase()
    await providers.update(older._id, { shape: cardShape - 1 })
    expect((await list())?.cards).toEqual([kept])
    expect(await readProvider(lina.viewerId, older._id)).toBeUndefined()
    answerWith(() => ours({ providers: [kept], next: null }))
    await refreshList(lina, psychotherapists)
    expect(await providers.count()).toBe(1)
  })

  test('stands by name, and its beginning is read alone where that is enough', async () => {
    const names = ['Zoë', 'ali', 'Bea', 'Óscar']
    const cards = names.map((firstname) => card({ firstname }))
    answerWith(() => ours({ providers: cards, next: null }))
    await refreshList(lina, psychotherapists)
    expect((await list())?.cards.map(({ firstname }) => firstname)).toEqual([
      'ali',
      'Bea',
      'Óscar',
      'Zoë',
    ])
    const start = await readDirectory(lina.viewerId, 'Psychotherapist', 2)
    expect(start?.providers.map(({ firstname }) => firstname)).toEqual(['ali', 'Bea'])
    expect(start?.rest).toBe(2)
  })

  test('of a card has the shape that its number stands for', () => {
    expect([cardShape, Object.keys(cardViewSchema.entries).join(' ')]).toEqual([
      1,
      '_id userT firstname lastname name profileImg state country bio view specialization gender languages seesMinors reviewedAt',
    ])
  })

  test('keeps of a provider whom a superAdmin sees only what members see', async () => {
    const admin = {
      ...fullUser({ _id: card()._id, userT: 'ServiceProvider', specialization: 'Psychotherapist' }),
      view: 'admin',
    }
    answerWith(() => ours({ providers: [admin], next: null }))
    await refreshList(lina, psychotherapists)
    const [kept] = (await readDirectory(lina.viewerId, 'Psychotherapist'))?.providers ?? []
    expect(Object.keys(kept ?? {}).toSorted()).toEqual(
      Object.keys(storedProvider(card())).toSorted(),
    )
  })
})

describe('the counts', () => {
  test('are kept with their time for the person they were told', async () => {
    answerWith(() => ours({ counts: { Psychotherapist: 2 } }), noNetwork)
    await refreshCounts(lina)
    await expect(refreshCounts(lina)).rejects.toThrow('No answer')
    expect(await readCounts(lina.viewerId)).toMatchObject({ counts: { Psychotherapist: 2 } })
    expect(await readCounts(mona.viewerId)).toBeUndefined()
  })

  test('of a small directory bring the whole of it to the device', async () => {
    const [a, b] = [card(), card({ specialization: 'Sleep Therapist' })]
    const requests = answerWith(() => ours({ providers: [a, b], next: null }))
    await refreshWhole(lina, { Psychotherapist: 1, 'Sleep Therapist': 1 })
    expect((await list(lina, 'Sleep Therapist'))?.cards).toEqual([b])
    expect((await list(lina, 'Yoga Therapist'))?.cards).toEqual([])
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
    expect(await readProvider(lina.viewerId, sofia._id)).toMatchObject(sofia)
  })

  test('who may not be seen any more leaves the device', async () => {
    const sofia = card()
    await keepProviders(lina.viewerId, [sofia])
    answerWith(() => ours(problem('not_found'), { status: 404 }))
    expect(await refreshProvider(lina, sofia._id)).toBe('missing')
    expect(await readProvider(lina.viewerId, sofia._id)).toBeUndefined()
  })

  test('is nobody where the id is none, or somebody else’s', async () => {
    const requests = answerWith(() => ours(fullUser()))
    expect(await refreshProvider(lina, '../admin')).toBe('missing')
    expect(requests).toEqual([])
    expect(await refreshProvider(lina, fullUser()._id)).toBe('missing')
  })

  test('stays when the server fails', async () => {
    const sofia = card()
    await keepProviders(lina.viewerId, [sofia])
    answerWith(() => ours(problem('internal'), { status: 500 }))
    await expect(refreshProvider(lina, sofia._id)).rejects.toThrow('Something went wrong')
    expect(await readProvider(lina.viewerId, sofia._id)).toMatchObject(sofia)
  })
})

import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cardViewSchema } from '#contract/account/profile.ts'
import { problem } from '#contract/problem.ts'
import { isNotFound } from '#src/data/resource.ts'
import {
  countsResource,
  directoryResource,
  fetchDirectory,
  fetchWhole,
  isSmall,
  providerResource,
  refreshProvider,
} from '#src/features/providers/directory/directory-resource.ts'
import {
  readCounts,
  readDirectory,
  readProvider,
  saveProviders,
  cardShape,
  storedProvider,
} from '#src/features/providers/directory/directory-store.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { sharedDatabase } from '#src/offline/storage/shared-database.ts'
import { answerWith, noNetwork, ours } from '#tests/offline/network.ts'
import { closePhones } from '#tests/offline/phone.ts'
import { fullUser } from '../profile/full-user.ts'
import { card } from './cards.ts'
import { comeBack, logIn } from './people.ts'

let lina: UserDatabase
let mona: UserDatabase
const psychotherapists = { specialty: 'Psychotherapist', list: 'listProviders' } as const

/** Asks the server, whatever is stored. */
const fetchList = (db = lina) => fetchDirectory(db, 'token', psychotherapists)
/** What the page of the list does. */
const openList = () =>
  directoryResource.refresh(lina, 'token', psychotherapists.specialty, psychotherapists.list)
const refreshCounts = () => countsResource.refresh(lina, 'token')

/** The list as it is stored, its providers as the cards that they were. */
async function list(viewer = lina, specialty = 'Psychotherapist') {
  const stored = await readDirectory(viewer.viewerId, specialty)
  return stored && { ...stored, cards: stored.providers.map((row) => v.parse(cardViewSchema, row)) }
}

beforeEach(async () => {
  mona = await logIn()
  lina = await logIn()
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  const db = sharedDatabase()
  await Promise.all([db.providers.clear(), db.providerLists.clear(), db.facts.clear()])
  await closePhones()
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
    await fetchList()
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
    await saveProviders(lina.viewerId, [gone, stays, other])
    answerWith(() => ours({ providers: [stays], next: null }))
    await fetchList()
    expect((await list())?.cards).toEqual([stays])
    expect(await readProvider(lina.viewerId, other._id)).toMatchObject(other)
  })

  test('that nobody is in is known to be empty', async () => {
    answerWith(() => ours({ providers: [], next: null }))
    expect(await list()).toBeUndefined()
    await fetchList()
    expect((await list())?.cards).toEqual([])
  })

  test('that is fresh is not asked for again, unless the page asks the server whatever is stored', async () => {
    const requests = answerWith(() => ours({ providers: [], next: null }))
    await fetchList()
    await openList()
    expect(requests).toHaveLength(1)
    await fetchList()
    expect(requests).toHaveLength(2)
  })

  test('stays when the server does not answer', async () => {
    const stored = card()
    answerWith(() => ours({ providers: [stored], next: null }), noNetwork)
    await fetchList()
    await expect(fetchList()).rejects.toThrow('No answer')
    expect((await list())?.cards).toEqual([stored])
  })

  test('fetched for one person is not shown to the next on the same device, nor mixed with theirs', async () => {
    const [hers, theirs] = [card(), card()]
    answerWith(
      () => ours({ providers: [hers], next: null }),
      () => ours({ providers: [theirs], next: null }),
    )
    await fetchList()
    expect(await list(mona)).toBeUndefined()
    expect(await readProvider(mona.viewerId, hers._id)).toBeUndefined()
    comeBack(mona)
    await fetchList(mona)
    expect((await list(mona))?.cards).toEqual([theirs])
    expect(await list(lina)).toBeUndefined()
  })

  test('does not find what another build stored in another shape, and drops it with the next whole list', async () => {
    const [stored, older] = [card(), card()]
    await saveProviders(lina.viewerId, [stored, older])
    const { providers } = sharedDatabase()
    await providers.update(older._id, { shape: cardShape - 1 })
    expect((await list())?.cards).toEqual([stored])
    expect(await readProvider(lina.viewerId, older._id)).toBeUndefined()
    answerWith(() => ours({ providers: [stored], next: null }))
    await fetchList()
    expect(await providers.count()).toBe(1)
  })

  test('stands by name, and its beginning is read alone where that is enough', async () => {
    const names = ['Zoë', 'ali', 'Bea', 'Óscar']
    const cards = names.map((firstname) => card({ firstname }))
    answerWith(() => ours({ providers: cards, next: null }))
    await fetchList()
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
    await fetchList()
    const [stored] = (await readDirectory(lina.viewerId, 'Psychotherapist'))?.providers ?? []
    expect(Object.keys(stored ?? {}).toSorted()).toEqual(
      Object.keys(storedProvider(card())).toSorted(),
    )
  })
})

describe('the counts', () => {
  test('are stored with their time for the person they were told', async () => {
    answerWith(() => ours({ counts: { Psychotherapist: 2 } }), noNetwork)
    await refreshCounts()
    await expect(refreshCounts()).rejects.toThrow('No answer')
    expect(await readCounts(lina.viewerId)).toMatchObject({ counts: { Psychotherapist: 2 } })
    expect(await readCounts(mona.viewerId)).toBeUndefined()
  })

  test('of a small directory bring the whole of it to the device', async () => {
    const [a, b] = [card(), card({ specialization: 'Sleep Therapist' })]
    const requests = answerWith(() => ours({ providers: [a, b], next: null }))
    expect(isSmall({ Psychotherapist: 1, 'Sleep Therapist': 1 })).toBe(true)
    await fetchWhole(lina, 'token')
    expect((await list(lina, 'Sleep Therapist'))?.cards).toEqual([b])
    expect((await list(lina, 'Yoga Therapist'))?.cards).toEqual([])
    await fetchWhole(lina, 'token')
    expect(requests).toHaveLength(1)
  })

  test('of a large one do not', () => {
    expect(isSmall({ Psychotherapist: 1_000 })).toBe(true)
    expect(isSmall({ Psychotherapist: 1_001 })).toBe(false)
  })
})

describe('one provider', () => {
  test('is fetched and stored', async () => {
    const sofia = card()
    answerWith(() => ours(sofia))
    expect(await refreshProvider(lina, 'token', sofia._id)).toBe('found')
    expect(await readProvider(lina.viewerId, sofia._id)).toMatchObject(sofia)
  })

  test('who may not be seen any more leaves the device', async () => {
    const sofia = card()
    await saveProviders(lina.viewerId, [sofia])
    answerWith(() => ours(problem('not_found'), { status: 404 }))
    expect(await refreshProvider(lina, 'token', sofia._id)).toBe('missing')
    expect(await readProvider(lina.viewerId, sofia._id)).toBeUndefined()
  })

  test('is nobody where the id is none, or somebody else’s', async () => {
    const requests = answerWith(() => ours(fullUser()))
    expect(await refreshProvider(lina, 'token', '../admin')).toBe('missing')
    expect(requests).toEqual([])
    expect(await refreshProvider(lina, 'token', fullUser()._id)).toBe('missing')
  })

  test('who is missing is said so to their page', async () => {
    const refused = providerResource
      .refresh(lina, 'token', 'nobody')
      .catch((error: unknown) => error)
    expect(isNotFound(await refused)).toBe(true)
    answerWith(() => ours(problem('internal'), { status: 500 }))
    const failed = providerResource
      .refresh(lina, 'token', card()._id)
      .catch((error: unknown) => error)
    expect(isNotFound(await failed)).toBe(false)
  })

  test('stays when the server fails', async () => {
    const sofia = card()
    await saveProviders(lina.viewerId, [sofia])
    answerWith(() => ours(problem('internal'), { status: 500 }))
    await expect(refreshProvider(lina, 'token', sofia._id)).rejects.toThrow('Something went wrong')
    expect(await readProvider(lina.viewerId, sofia._id)).toMatchObject(sofia)
  })
})

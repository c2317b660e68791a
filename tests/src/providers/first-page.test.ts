import { afterEach, describe, expect, test, vi } from 'vitest'
import { problem } from '#contract/problem.ts'
import {
  directoryResource,
  fetchFirstPage,
} from '#src/features/providers/directory/directory-resource.ts'
import {
  hasFirstPage,
  readDirectory,
  readListTimes,
  saveProviders,
  saveWholeList,
} from '#src/features/providers/directory/directory-store.ts'
import { formatDirectoryAsOf } from '#src/features/providers/directory/directory-view.tsx'
import { UnreachableError } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { sharedDatabase } from '#src/offline/storage/shared-database.ts'
import { answerWith, noNetwork, ours } from '#tests/offline/network.ts'
import { closePhones, openPhone } from '#tests/offline/phone.ts'
import { card } from './cards.ts'
import { logIn } from './people.ts'

const name = { specialty: 'Psychotherapist', list: 'listProviders' } as const
const noon = Date.parse('2026-11-21T12:00:00Z')

/** What is fetched behind the grid. */
const prefetch = (db: UserDatabase) => fetchFirstPage(db, 'token', name, 'low')
/** What is fetched at the press of a link. */
const press = (db: UserDatabase) => fetchFirstPage(db, 'token', name, 'high')
/** What the page of the list fetches. */
const open = (db: UserDatabase) => directoryResource.refresh(db, 'token', name.specialty, name.list)

function pagesOf(requests: readonly Request[]) {
  return requests.map(({ url }) => new URL(url).searchParams.get('after') ?? 'start')
}

afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  const db = sharedDatabase()
  await Promise.all([db.providers.clear(), db.providerLists.clear(), db.facts.clear()])
  await closePhones()
})

describe('the first page of a list that is not opened yet', () => {
  test('is stored with its time, and is no whole list', async () => {
    vi.setSystemTime(noon)
    const lina = await logIn()
    const [a, b] = [card({ firstname: 'Ada' }), card({ firstname: 'Bea' })]
    answerWith(() => ours({ providers: [a, b], next: 'page-2' }))
    await prefetch(lina)
    const stored = await readDirectory(lina.viewerId, 'Psychotherapist')
    expect(stored).toMatchObject({
      providers: [a, b],
      rest: 0,
      asOfMs: undefined,
      firstPageAsOfMs: noon,
    })
    expect(stored && formatDirectoryAsOf(stored)).toMatch(/^As of .+2026.+There may be more\.$/)
    expect(await readListTimes(lina.viewerId)).toEqual({
      whole: new Map(),
      firstPages: new Map([['Psychotherapist', noon]]),
    })
  })

  test('is the whole list where there are no more', async () => {
    vi.setSystemTime(noon)
    const lina = await logIn()
    answerWith(() => ours({ providers: [card()], next: null }))
    await prefetch(lina)
    expect(await readDirectory(lina.viewerId, 'Psychotherapist')).toMatchObject({
      asOfMs: noon,
      firstPageAsOfMs: undefined,
    })
    expect((await readListTimes(lina.viewerId)).firstPages.size).toBe(0)
  })

  test('loses whoever is no longer on it, and nobody behind them', async () => {
    const lina = await logIn()
    const [gone, stays, behind] = ['Bea', 'Cleo', 'Zoe'].map((firstname) => card({ firstname }))
    if (!gone || !stays || !behind) throw new Error('There are three')
    await saveProviders(lina.viewerId, [gone, stays, behind])
    answerWith(() => ours({ providers: [stays], next: 'page-2' }))
    await prefetch(lina)
    const stored = await readDirectory(lina.viewerId, 'Psychotherapist')
    expect(stored?.providers.map(({ _id }) => _id)).toEqual([stays._id, behind._id])
  })

  test('takes nothing from a list that is here as a whole', async () => {
    const lina = await logIn()
    const [a, b] = [card({ firstname: 'Ada' }), card({ firstname: 'Bea' })]
    await saveProviders(lina.viewerId, [a, b])
    const ids = new Set([a._id, b._id])
    await saveWholeList(lina.viewerId, { specialty: 'Psychotherapist', ids, asOfMs: noon })
    answerWith(() => ours({ providers: [b], next: 'page-2' }))
    await prefetch(lina)
    expect(await readDirectory(lina.viewerId, 'Psychotherapist')).toMatchObject({
      providers: [a, b],
      asOfMs: noon,
      firstPageAsOfMs: undefined,
    })
  })

  test('is of one viewer alone, and a late answer for somebody who has left is dropped', async () => {
    const lina = await logIn()
    const [hers, monas] = [card({ firstname: 'Ada' }), card({ firstname: 'Bea' })]
    answerWith(() => ours({ providers: [hers], next: 'page-2' }))
    await prefetch(lina)
    const mona = await logIn()
    expect(await readDirectory(mona.viewerId, 'Psychotherapist')).toBeUndefined()
    expect((await readListTimes(mona.viewerId)).firstPages.size).toBe(0)
    answerWith(() => ours({ providers: [monas], next: 'page-2' }))
    await prefetch(mona)
    answerWith(() => ours({ providers: [hers], next: 'page-2' }))
    await prefetch(await openPhone(lina.userId))
    expect(await readDirectory(mona.viewerId, 'Psychotherapist')).toMatchObject({
      providers: [monas],
    })
    expect(await readDirectory(lina.viewerId, 'Psychotherapist')).toBeUndefined()
  })

  test('that does not come changes nothing', async () => {
    const lina = await logIn()
    answerWith(noNetwork, () => ours(problem('internal'), { status: 500 }))
    await expect(prefetch(lina)).rejects.toThrow(UnreachableError)
    await expect(prefetch(lina)).rejects.toThrow('Something went wrong')
    expect(await readDirectory(lina.viewerId, 'Psychotherapist')).toBeUndefined()
  })
})

describe('a list that is asked for at the press', () => {
  test('goes on from that answer, which is asked for once', async () => {
    const lina = await logIn()
    const [a, b] = [card({ firstname: 'Ada' }), card({ firstname: 'Bea' })]
    const requests = answerWith(
      () => ours({ providers: [a], next: 'page-2' }),
      () => ours({ providers: [b], next: null }),
    )
    const pressed = press(lina)
    await press(lina)
    await pressed
    await open(lina)
    expect(pagesOf(requests)).toEqual(['start', 'page-2'])
    expect((await readDirectory(lina.viewerId, 'Psychotherapist'))?.asOfMs).toBeDefined()
  })

  test.each([
    ['later', 10_000],
    ['after the clock was set back', -3_600_000],
  ])('is asked anew where it is opened %s', async (_, ms) => {
    vi.setSystemTime(noon)
    const lina = await logIn()
    const requests = answerWith(() => ours({ providers: [card()], next: 'page-2' }))
    await press(lina)
    vi.setSystemTime(noon + ms)
    answerWith(() => ours({ providers: [], next: null }))
    await open(lina)
    expect(pagesOf(requests)).toEqual(['start'])
    expect((await readDirectory(lina.viewerId, 'Psychotherapist'))?.providers).toEqual([])
  })

  test('needs no asking where its first cards are here', async () => {
    const lina = await logIn()
    const here = async () => hasFirstPage(await readListTimes(lina.viewerId), 'Psychotherapist')
    expect(await here()).toBe(false)
    answerWith(
      () => ours({ providers: [card()], next: 'page-2' }),
      () => ours({ providers: [card()], next: null }),
    )
    await prefetch(lina)
    expect(await here()).toBe(true)
    await open(lina)
    expect(await here()).toBe(true)
  })

  test('that failed at the press is asked for again by its page', async () => {
    const lina = await logIn()
    const requests = answerWith(noNetwork, () => ours({ providers: [card()], next: null }))
    await expect(press(lina)).rejects.toThrow(UnreachableError)
    await open(lina)
    expect(requests).toHaveLength(2)
  })
})

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { questShelf } from '#contract/quests/shelf.ts'
import { type TrackerType, trackerTypes } from '#contract/trackers/catalog.ts'
import { suggestionFor } from '#src/features/trackers/low-answer.tsx'
import { readPrompts } from '#src/features/trackers/prompts/prompts.tsx'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { answerWith, noNetwork, ours, type Answer } from '#tests/offline/network.ts'
import { answers, closePhones, entryOf, openPhone } from '#tests/offline/phone.ts'
import { day } from '#tests/support/day.ts'
import { patience } from '#tests/support/patience.ts'

/** An evening, at which Mood, Fitness and Diet are asked, and a night, at which Fitness and Diet are. */
const evening = new Date(2026, 10, 21, 21)
const night = new Date(2026, 10, 22, 2)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: evening })
  Object.defineProperty(navigator, 'onLine', { value: true, configurable: true })
})

afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'onLine')
  await closePhones()
})

/** The phone of somebody who is logged in. */
async function memberPhone(): Promise<UserDatabase> {
  const db = await openPhone('01900000-0000-7000-8000-000000000001')
  const user = { _id: db.userId, userT: 'Adolescent', firstname: 'Lina', lastname: 'Haddad' }
  const stored = new Map([
    ['token', 'secret'],
    ['isLoggedIn', 'true'],
    ['userPayload', JSON.stringify(user)],
  ])
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null })
  return db
}

function checked(...answered: TrackerType[]): Record<TrackerType, boolean> {
  const all = trackerTypes.map((type) => [type, answered.includes(type)] as const)
  return Object.fromEntries(all) as Record<TrackerType, boolean>
}

/** A server that knows these answers of each day. */
function serverWith(days: Record<string, TrackerType[]>): Answer {
  return ({ url }) => {
    const { pathname, searchParams } = new URL(url)
    if (!pathname.endsWith('/check')) {
      const type = pathname.split('/').at(-2) as TrackerType
      const words = { Mood: 'sad', Fitness: 'lazy', Sleep: '5 - 6', Diet: 'poorly' } as const
      const entries = Object.entries(days)
        .filter(([, types]) => types.includes(type))
        .map(([date]) => ({ trackerType: type, answer: words[type], date }))
      return ours(entries.map((payload) => entryOf({ opId: crypto.randomUUID(), payload })))
    }
    return ours(checked(...(days[searchParams.get('date') ?? ''] ?? [])))
  }
}

describe('what is asked', () => {
  test('is not what another device has answered, which this one then knows too', async () => {
    const db = await memberPhone()
    const requests = answerWith(serverWith({ '2026-11-21': ['Mood', 'Sleep'] }))
    expect(await readPrompts(db)).toEqual(['Fitness', 'Diet'])
    expect(new URL(requests[0]!.url).pathname).toBe('/api/trackers/check')
    await vi.waitFor(
      async () =>
        expect(await db.trackerEntries.get(['Mood', '2026-11-21'])).toMatchObject({
          answer: 'sad',
        }),
      patience,
    )
  })

  test('after midnight is asked of both days: Fitness counts for the one that ended', async () => {
    vi.setSystemTime(night)
    const db = await memberPhone()
    answerWith(serverWith({ '2026-11-21': ['Fitness', 'Diet'], '2026-11-22': ['Mood'] }))
    expect(await readPrompts(db)).toEqual(['Diet'])
  })

  test('asks no server where this device knows all of it', async () => {
    const db = await memberPhone()
    const given = { Mood: 'sad', Fitness: 'lazy', Diet: 'poorly' } as const
    for (const [trackerType, answer] of Object.entries(given)) {
      await answers(db, {
        trackerType: trackerType as TrackerType,
        answer,
        date: day('2026-11-21'),
      })
    }
    const requests = answerWith(noNetwork)
    expect(await readPrompts(db)).toEqual([])
    expect(requests).toEqual([])
  })

  test.each([
    ['is unreachable', noNetwork],
    ['refuses', () => ours({ code: 'busy', message: 'Busy' }, { status: 503 })],
  ] as const)('is what this device knows where the server %s', async (_, answer) => {
    const db = await memberPhone()
    answerWith(answer)
    expect(await readPrompts(db)).toEqual(['Mood', 'Fitness', 'Diet'])
  })

  test('waits two seconds for a server that says nothing, and no longer', async () => {
    const db = await memberPhone()
    const requests = answerWith(() => new Promise<never>(() => undefined))
    const reading = readPrompts(db)
    await vi.waitFor(() => expect(requests).toHaveLength(1), patience)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await reading).toEqual(['Mood', 'Fitness', 'Diet'])
  })

  test('asks no server without a network', async () => {
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
    const requests = answerWith(noNetwork)
    expect(await readPrompts(await memberPhone())).toEqual(['Mood', 'Fitness', 'Diet'])
    expect(requests).toEqual([])
  })
})

describe('what a low answer suggests', () => {
  const surveys = (closed: readonly number[]) =>
    questShelf.map(({ id, count, ...card }) => ({
      ...card,
      _id: id,
      questionCount: count,
      creator: { firstname: 'Zync', lastname: 'Team', userT: 'ServiceProvider' },
      open: !closed.includes(id),
    }))

  test('is a quest that the server has switched on, by its title', async () => {
    const db = await memberPhone()
    answerWith(() => ours(surveys([])))
    const given = await suggestionFor(db, 'Diet', 1)
    expect(given?.suggestion.questIds).toEqual([22])
    expect(given?.openQuests.get(22)).toBe('Food and Me')
  })

  test('is another quest where that one is off, and help where none is on', async () => {
    const db = await memberPhone()
    answerWith(
      () => ours(surveys([22])),
      () => ours(surveys([1, 22])),
    )
    expect((await suggestionFor(db, 'Diet', 1))?.suggestion.questIds).toEqual([1])
    expect((await suggestionFor(db, 'Diet', 1))?.suggestion.offer).toBe('help')
  })

  test('is one of those released to all where the server was never asked', async () => {
    answerWith(noNetwork)
    const given = await suggestionFor(await memberPhone(), 'Fitness', 2)
    expect(given?.suggestion.questIds).toEqual([3, 21])
  })

  test('is nothing after a score of 3', async () => {
    const requests = answerWith(noNetwork)
    expect(await suggestionFor(await memberPhone(), 'Mood', 3)).toBeUndefined()
    expect(requests).toEqual([])
  })
})

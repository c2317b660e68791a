import './browser-globals.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { trackerTypes } from '#contract/trackers/catalog.ts'
import type { Strike } from './device.ts'
import {
  expectLaneOrder,
  expectLastBrief,
  expectLastImports,
  expectLastNotes,
  expectLastPicture,
  expectLastPlan,
  expectLastReactions,
  expectNothingLost,
  expectFilesKept,
  expectHidden,
  expectOnceAndOnlyAsTheirs,
  expectSettled,
} from './guarantees.ts'
import type { Fate, Temper } from './model-server.ts'
import { chatTaps, planTaps } from './taps.ts'
import { World } from './world.ts'

/** At least 2,000 seeded runs; `MODEL_SEED` and `MODEL_RUNS` replay or lengthen one. */
const runs = Number(process.env['MODEL_RUNS'] ?? 2_000)
const yearMs = 365 * 86_400_000

const type = fc.constantFrom(
  ...trackerTypes,
  ...chatTaps,
  ...planTaps,
  'note' as const,
  'cancel' as const,
  'picture' as const,
  'picture off' as const,
  'brief' as const,
  'brief back' as const,
  'import' as const,
  'undo import' as const,
  'hide' as const,
)
const fate = fc.constantFrom<Fate>(
  'delivered',
  'delivered',
  'lost before',
  'reply lost',
  'reply cut',
  'portal page',
  'stranger json',
  401,
  413,
  429,
  500,
  503,
)
const temper = fc.constantFrom<Temper>(
  'fine',
  'fine',
  'fine',
  'fine',
  'rejects',
  'retries',
  'too new',
)
/** What another tab, or death, does at a numbered moment of a drain. */
const strike = fc.oneof(
  { weight: 6, arbitrary: fc.constant('none' as const) },
  { weight: 1, arbitrary: fc.constant('kill' as const) },
  { weight: 1, arbitrary: fc.constant('kill inside' as const) },
  { weight: 2, arbitrary: fc.record({ tap: type }) },
  { weight: 1, arbitrary: fc.record({ undo: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ react: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.constant({ secondTab: true } as const) },
)

const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('taps' as const),
      taps: fc.array(fc.tuple(type, temper), { minLength: 1, maxLength: 12 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('drain' as const),
      fates: fc.array(fate, { maxLength: 4 }),
      strikes: fc.array(strike, { maxLength: 10 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('upload' as const),
      fates: fc.array(fate, { maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'files forgotten' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), pick: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('react' as const), pick: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const), pick: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'retry' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'wake' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'written elsewhere' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'notes read' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('clock' as const),
      byMs: fc.constantFrom(-yearMs, -3_600_000, 1_000, 60_000, 3_600_000, yearMs),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'backup' as const }) },
  { weight: 3, arbitrary: fc.constant({ do: 'restore' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'hear' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'session lost' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('login' as const),
      who: fc.constantFrom('same' as const, 'other' as const),
    }),
  },
)
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never

test('nothing is lost, doubled or reordered, whatever strikes the phone, the network and the server', async () => {
  let ops = 0
  const property = fc.asyncProperty(
    fc.array(action, { minLength: 1, maxLength: 12 }),
    async (actions) => {
      const world = await World.open()
      try {
        for (const step of actions) {
          await perform(world, step)
          await expectNothingLost(world)
          await expectFilesKept(world)
          await expectHidden(world)
          expectOnceAndOnlyAsTheirs(world)
          expectLaneOrder(world)
        }
        await world.heal()
        await expectNothingLost(world)
        expectOnceAndOnlyAsTheirs(world)
        expectLaneOrder(world)
        await expectSettled(world)
        await expectLastReactions(world)
        await expectLastNotes(world)
        await expectLastPicture(world)
        await expectLastImports(world)
        await expectHidden(world)
        await expectLastPlan(world)
        await expectLastBrief(world)
        await expectFilesKept(world)
        ops += world.queued.size
      } finally {
        await world.close()
      }
    },
  )
  await fc.assert(property, { numRuns: runs })
  expect(ops).toBeGreaterThan(runs)
})

test('messages and their files meet what the model is about', async () => {
  const world = await World.open()
  for (const tap of [...chatTaps, 'words A', 'Mood'] as const) await world.tap(tap)
  await world.drain([], [])
  // The answer behind the file waits for it, and so do the words; everything else has gone.
  expect(world.server.effects.map(({ kind }) => kind).toSorted()).toEqual([
    'chat.send',
    'chat.send',
    'trackers.record',
  ])
  await world.upload(['lost before', 'delivered'])
  await world.heal()
  for (const pick of [0, 1, 7]) await world.react(pick)
  await world.deleteSent(0)
  await world.react(0)
  await world.heal()
  expect(world.server.effects).toHaveLength(10)
  await expectLastReactions(world)
  expectLaneOrder(world)
  expect(await world.shown.files()).toEqual({ facts: [], bytes: [] })
  await world.close()
})

test('a server restored from a backup gets what it has forgotten, once, in order, and before anything new', async () => {
  for (let round = 0; round < 3; round += 1)
    for (const heard of [true, false]) {
      const world = await World.open()
      for (const tap of [...chatTaps, 'words A'] as const) await world.tap(tap)
      await world.upload([])
      await world.drain([], [])
      world.backUp()
      for (const tracker of trackerTypes) await world.tap(tracker)
      for (const tap of ['file A', 'words A', 'words B'] as const) await world.tap(tap)
      await world.heal()
      for (const pick of [0, 1, 7, 6]) await world.react(pick)
      await world.deleteSent(0)
      await world.heal()
      const before = world.server.effects.map(({ opId }) => opId)
      world.restore()
      expect(world.server.effects.length).toBeLessThan(before.length - 7)
      await world.tap('words A')
      await world.react(1)
      if (heard) await world.hear()
      await world.heal()
      const missing = [...world.queued.keys()].filter((opId) => !world.server.has(opId))
      // Of what was deleted a file may be gone; nobody is asked about it.
      expect(missing.filter((opId) => !world.erased.has(opId))).toEqual([])
      expect(await world.unsent()).toEqual([])
      expectOnceAndOnlyAsTheirs(world)
      expectLaneOrder(world)
      await expectLastReactions(world)
      await expectFilesKept(world)
      await world.close()
    }
})

async function perform(world: World, step: Action): Promise<void> {
  switch (step.do) {
    case 'taps':
      for (const [tracker, mood] of step.taps) await world.tap(tracker, mood)
      return
    case 'drain':
      await world.drain(
        step.fates,
        step.strikes.map((hit) => asStrike(world, hit)),
      )
      return
    case 'upload':
      await world.upload(step.fates)
      return
    case 'files forgotten':
      return world.server.files.clear()
    case 'delete':
      return await world.deleteSent(step.pick)
    case 'react':
      return await world.react(step.pick)
    case 'undo':
      return await world.undo(step.pick)
    case 'retry':
      return await world.retryRefused()
    case 'wake':
      return await world.wake()
    case 'written elsewhere':
      return world.writeElsewhere()
    case 'notes read':
      return await world.readNotesAgain()
    case 'clock':
      return world.moveClock(step.byMs)
    case 'backup':
      return world.backUp()
    case 'restore':
      return world.restore()
    case 'hear':
      return await world.hear()
    case 'session lost':
      return world.loseSession()
    case 'login':
      return await world.logIn(step.who)
  }
}

function asStrike(
  world: World,
  hit: typeof strike extends fc.Arbitrary<infer S> ? S : never,
): Strike {
  if (typeof hit === 'string') return hit
  if ('tap' in hit) return () => world.tap(hit.tap)
  if ('react' in hit) return () => world.react(hit.react)
  if ('undo' in hit) return () => world.undo(hit.undo)
  return async () => {
    expect(await world.drain([], [])).toBe('locked')
  }
}

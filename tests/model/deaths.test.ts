import './browser-globals.ts'
import { expect, test } from 'vitest'
import { trackerTypes } from '#contract/trackers/catalog.ts'
import type { Strike } from './device.ts'
import {
  expectHidden,
  expectLaneOrder,
  expectLastImports,
  expectLastNotes,
  expectLastPlan,
  expectNothingLost,
  expectOnceAndOnlyAsTheirs,
} from './guarantees.ts'
import type { Fate } from './model-server.ts'
import { World } from './world.ts'

test('words of two phones for one day: the last stands, the other is shown, and a death at any moment changes nothing', async () => {
  for (const fates of [[], ['reply lost'], [503]] satisfies Fate[][]) {
    for (let moment = 0, struck = true; struck; moment += 1) {
      const world = await World.open()
      for (const tap of ['note', 'Mood', 'note'] as const) await world.tap(tap)
      world.writeElsewhere()
      const strikes: Strike[] = Array.from({ length: moment }, () => 'none')
      await world.drain(fates, [...strikes, 'kill'])
      struck = world.drainMoments > moment
      await world.heal()
      const [shown] = await world.shown.notes()
      expect([shown?.text, shown?.replaced.map(({ text }) => text)]).toEqual([
        'note 2',
        ['elsewhere 3'],
      ])
      await expectLastNotes(world)
      await world.close()
    }
  }
})

test('an import and its undo: once each, whatever strikes, and a death at any moment changes nothing', async () => {
  for (const fates of [[], ['reply lost'], ['delivered', 'reply lost'], [503]] satisfies Fate[][]) {
    for (let moment = 0, struck = true; struck; moment += 1) {
      const world = await World.open()
      await world.tap('import')
      const strikes: Strike[] = Array.from({ length: moment }, () => 'none')
      await world.drain(fates, [...strikes, 'kill'])
      struck = world.drainMoments > moment
      for (const tap of ['undo import', 'import', 'note'] as const) await world.tap(tap)
      await expectNothingLost(world)
      await world.heal()
      // The days that the first one gave back are those of the second.
      expect(world.server.imports.entries()).toHaveLength(4)
      expect(new Set(world.server.imports.entries().map(({ importId }) => importId)).size).toBe(1)
      expectOnceAndOnlyAsTheirs(world)
      expectLaneOrder(world)
      await expectLastImports(world)
      await expectLastNotes(world)
      expect(await world.unsent()).toEqual([])
      await world.close()
    }
  }
})

test('what is hidden goes before everything that was tapped earlier, and a death at any moment shows it to nobody again', async () => {
  for (const fates of [[], ['reply lost'], [503]] satisfies Fate[][]) {
    for (let moment = 0, struck = true; struck; moment += 1) {
      const world = await World.open()
      for (const tap of ['Mood', 'note', 'hide', 'Sleep', 'hide'] as const) await world.tap(tap)
      // From the tap on, without a network.
      expect(await world.shown.result()).toHaveLength(1)
      const strikes: Strike[] = Array.from({ length: moment }, () => 'none')
      await world.drain(fates, [...strikes, 'kill'])
      struck = world.drainMoments > moment
      await expectHidden(world)
      await world.heal()
      expect(world.server.effects.slice(0, 2).map(({ kind }) => kind)).toEqual([
        'share.revoke',
        'share.revoke',
      ])
      expect(await world.shown.result()).toHaveLength(1)
      await expectHidden(world)
      await world.close()
    }
  }
})

test('a plan of two phones: both lines are there, the last write of one stands, and a death at any moment changes nothing', async () => {
  for (const fates of [[], ['reply lost'], [503]] satisfies Fate[][]) {
    for (let moment = 0, struck = true; struck; moment += 1) {
      const world = await World.open()
      for (const tap of ['line A', 'line B', 'unshare', 'line B'] as const) await world.tap(tap)
      world.writeElsewhere()
      const strikes: Strike[] = Array.from({ length: moment }, () => 'none')
      await world.drain(fates, [...strikes, 'kill'])
      struck = world.drainMoments > moment
      await world.heal()
      const { items } = await world.shown.plan()
      expect(items.map(({ text, replaced }) => [text, replaced.map((each) => each.text)])).toEqual([
        ['line 0', ['elsewhere 4']],
        ['line 3', []],
      ])
      await expectLastPlan(world)
      expectOnceAndOnlyAsTheirs(world)
      await world.close()
    }
  }
})

test('a death at any moment after a restore loses and doubles nothing', async () => {
  for (const fates of [[], ['reply lost'], ['delivered', 'reply lost'], [503]] satisfies Fate[][]) {
    for (const death of ['kill', 'kill inside'] as const) {
      for (let moment = 0, struck = true; struck; moment += 1) {
        const world = await World.open()
        world.backUp()
        for (const tracker of trackerTypes) await world.tap(tracker)
        await world.drain([], [])
        world.restore()
        await world.tap('words A')
        const strikes: Strike[] = Array.from({ length: moment }, () => 'none')
        await world.drain(fates, [...strikes, death])
        struck = world.drainMoments > moment
        await expectNothingLost(world)
        await world.heal()
        expect(world.server.effects).toHaveLength(5)
        expectOnceAndOnlyAsTheirs(world)
        expectLaneOrder(world)
        await world.close()
      }
    }
  }
})

test('a death at any moment of a small drain loses and doubles nothing', async () => {
  for (const fates of [[], ['reply lost'], [500], [413], ['portal page']] satisfies Fate[][]) {
    for (const death of ['kill', 'kill inside'] as const) {
      for (let moment = 0, struck = true; struck; moment += 1) {
        const world = await World.open()
        for (const tracker of trackerTypes) await world.tap(tracker)
        const strikes: Strike[] = Array.from({ length: moment }, () => 'none')
        await world.drain(fates, [...strikes, death])
        struck = world.drainMoments > moment
        await expectNothingLost(world)
        await world.heal()
        expect(world.server.effects).toHaveLength(4)
        expectOnceAndOnlyAsTheirs(world)
        expectLaneOrder(world)
        expect(await world.unsent()).toEqual([])
        await world.close()
      }
    }
  }
})

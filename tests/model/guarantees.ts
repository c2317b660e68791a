import { expect } from 'vitest'
import type { World } from './world.ts'

/** True at every moment: whatever was queued on the phone is on the phone or on the server, also after the server was
 * restored from a backup. */
export async function expectNothingLost(world: World): Promise<void> {
  const unsent = (await world.unsent()).map((row) => row.opId)
  const waiting = new Set([...unsent, ...(await world.sent())])
  for (const opId of world.queued.keys()) {
    // The file of a message that was deleted is gone: a restored server does without both.
    const gone = world.deleted.has(opId) || (world.restored && world.erased.has(opId))
    const safe = waiting.has(opId) || world.server.has(opId) || gone
    expect(safe, `operation ${opId} is nowhere`).toBe(true)
  }
}

/** True at every moment: an operation had its effect at most once, and none left as another person. */
export function expectOnceAndOnlyAsTheirs(world: World): void {
  const ids = world.server.effects.map((op) => op.opId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(world.server.arrivals.filter(({ user }) => user !== world.userId)).toEqual([])
}

/** True at every moment: within a lane, effects happened in the order of the taps. */
export function expectLaneOrder(world: World): void {
  const last = new Map<string, number>()
  for (const { opId } of world.server.effects) {
    const op = world.queued.get(opId)
    if (!op || world.outOfLine.has(opId)) continue
    expect(op.order, `lane ${op.lane} went out of order`).toBeGreaterThan(last.get(op.lane) ?? -1)
    last.set(op.lane, op.order)
  }
}

/** True once all is well: the server has what it acknowledged, and only what it refused is left, with its reason. */
export async function expectSettled(world: World): Promise<void> {
  for (const opId of await world.sent()) expect(world.server.has(opId)).toBe(true)
  for (const row of await world.unsent()) {
    expect(row.state).toBe('dead')
    expect(row.lastError).toBeDefined()
    expect(world.server.has(row.opId)).toBe(false)
  }
}

/** True at every moment: a file is on the phone exactly as long as its message waits there. */
export async function expectFilesKept(world: World): Promise<void> {
  const waiting = (await world.unsent()).flatMap((row) => row.blobIds).toSorted()
  const { facts, bytes } = await world.filesOnDevice()
  expect(facts.toSorted()).toEqual(waiting)
  expect(bytes.toSorted()).toEqual(waiting)
}

/** True once all is well: a message has the reaction that its person chose last, here and at the server. */
export async function expectLastReactions(world: World): Promise<void> {
  for (const [messageId, shown] of await world.reactionsOnDevice()) {
    expect(shown, `the reaction to ${messageId}`).toBe(
      world.server.reactions.get(messageId) ?? null,
    )
  }
}

/**
 * True once all is well: beside an answer this phone shows what the server has, the last write of any phone, and of every
 * write of this one that went over words it had not seen those words.
 */
export async function expectLastNotes(world: World): Promise<void> {
  const stored = [...world.server.notes.values()]
  const shown = await world.notesOnDevice()
  // What a restored server has forgotten for good may still be on the phone.
  const there = shown.filter(({ trackerType, day }) =>
    stored.some((note) => note.trackerType === trackerType && note.day === day),
  )
  expect(there.map(({ text, replaced }) => [text, replaced.map((each) => each.text)])).toEqual(
    stored.map(({ text, replaced }) => [text, replaced.map((each) => each.text)]),
  )
}

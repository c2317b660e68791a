import { expect } from 'vitest'
import type { PlanItem } from '#contract/plan/model.ts'
import type { TrackerEntry } from '#contract/trackers/model.ts'
import type { World } from './world.ts'

/** True at every moment: whatever was queued on the phone is on the phone or on the server, also after the server was
 * restored from a backup. */
export async function expectNothingLost(world: World): Promise<void> {
  const unsent = (await world.unsent()).map((row) => row.opId)
  const waiting = new Set([...unsent, ...(await world.sent())])
  for (const [opId, { lane }] of world.queued) {
    // The file of a message that was deleted, or of a picture that was replaced, is gone: a restored server does without both.
    const isPicture = lane.startsWith('tracker-picture:')
    const done = world.restored && (world.erased.has(opId) || isPicture)
    const gone = world.deleted.has(opId) || done
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
  const { facts, bytes } = await world.shown.files()
  expect(facts.toSorted()).toEqual(waiting)
  expect(bytes.toSorted()).toEqual(waiting)
}

/** True once all is well: a message has the reaction that its person chose last, here and at the server. */
export async function expectLastReactions(world: World): Promise<void> {
  for (const [messageId, shown] of await world.shown.reactions()) {
    expect(shown, `the reaction to ${messageId}`).toBe(
      world.server.reactions.get(messageId) ?? null,
    )
  }
}

/**
 * True once all is well: this phone has of imports what the server has, each day once, and nothing of one that was taken back.
 * What its person deleted in line while its reply was lost is learned with the next read.
 */
export async function expectLastImports(world: World): Promise<void> {
  const isFollowed = ({ id, importId = '' }: TrackerEntry) =>
    !world.deleted.has(id) && !world.deleted.has(world.undone.get(importId) ?? '')
  const slots = (all: readonly TrackerEntry[]) =>
    all
      .filter(isFollowed)
      .map(({ day, importId }) => `${day} ${importId}`)
      .toSorted()
  const here = await world.shown.imported()
  expect(slots(here)).toEqual(slots(world.server.imports.entries()))
}

/**
 * True once all is well: beside an answer this phone shows what the server has, the last write of any phone, and of every
 * write of this one that went over words it had not seen those words.
 */
export async function expectLastNotes(world: World): Promise<void> {
  const stored = [...world.server.notes.values()]
  const shown = await world.shown.notes()
  // What a restored server has forgotten for good may still be on the phone.
  const there = shown.filter(({ trackerType, day }) =>
    stored.some((note) => note.trackerType === trackerType && note.day === day),
  )
  expect(there.map(({ text, replaced }) => [text, replaced.map((each) => each.text)])).toEqual(
    stored.map(({ text, replaced }) => [text, replaced.map((each) => each.text)]),
  )
}

/** True once all is well: what the phone says of the picture of a day is what the server keeps. */
export async function expectLastPicture(world: World): Promise<void> {
  const { keeping, here, saved } = await world.shown.picture()
  if (keeping === 'account') expect(saved).toBe(here)
  if (keeping === 'phone' && here !== undefined) expect(saved).not.toBe(here)
}

/** True at every moment: what the server hides this phone does not show, and no request let it wait behind anything. */
export async function expectHidden(world: World): Promise<void> {
  const shown = await world.shown.result()
  // What its person took out of the line may have reached the server: the phone learns it with the next list.
  const undone = new Set([...world.deleted].map((opId) => world.hides.get(opId)))
  const wrong = shown.filter((id) => world.server.hidden.has(id) && !undone.has(id))
  expect(wrong).toEqual([])
  const reader = (await world.shown.plan()).share?.providerId
  if (reader !== undefined && !undone.has(reader)) {
    expect([...world.server.plan.readers]).toContain(reader)
  }
  expect(world.server.overtaken).toBe(0)
}

/** True once all is well: the plan on this phone is the server's, with whom it is shown to, line by line, with what was written over unseen. */
export async function expectLastPlan(world: World): Promise<void> {
  const { items, removed, share } = await world.shown.plan()
  expect(share ? [share.providerId] : []).toEqual([...world.server.plan.readers])
  const said = (lines: Iterable<PlanItem>) =>
    [...lines]
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, text, deleted, replaced }) => [id, text, deleted, replaced.map((o) => o.text)])
  expect(said([...items, ...removed])).toEqual(said(world.server.plan.items.values()))
}

/**
 * True once all is well: what this phone says of the brief is what the server shows of it, and one that was taken back last is
 * shown no more, whatever crossed it. What its person took out of the line is learned with the next read.
 */
export async function expectLastBrief(world: World): Promise<void> {
  const [last] = world.briefs.slice(-1)
  const { content } = world.server.brief
  if (last === 'brief back' && !world.briefUndone) expect(content).toBeNull()
  if (!world.briefUndone) expect((await world.shown.brief()).content).toEqual(content)
}

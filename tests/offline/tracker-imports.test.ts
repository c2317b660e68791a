import { afterEach, describe, expect, test } from 'vitest'
import { addDays } from '#contract/local-date.ts'
import type { TrackerImport } from '#contract/trackers/import.ts'
import { trackerScore, type TrackerEntry } from '#contract/trackers/model.ts'
import { entriesResource, goneFrom, readEntries } from '#src/features/trackers/entries-resource.ts'
import {
  importsResource,
  readKnownHere,
  startImport,
  undoImport,
} from '#src/features/trackers/import/imports-list.tsx'
import { yearOf } from '#src/features/trackers/year/pixel-days.ts'
import { readAll } from '#src/features/trackers/year/save-answers.tsx'
import { yearResource } from '#src/features/trackers/year/year-resource.ts'
import { applyResults } from '#src/offline/engine/apply-results.ts'
import { takeBatch } from '#src/offline/engine/batch.ts'
import { toWireOp } from '#src/offline/engine/outbox-row.ts'
import { deleteOp, enqueueTogether, unsentOps } from '#src/offline/engine/outbox.ts'
import {
  goneDays,
  readWaitingImports,
  storeImports,
} from '#src/offline/features/tracker-imports.ts'
import { takeSuperseded } from '#src/offline/features/trackers.ts'
import { kindOf } from '#src/offline/kinds.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { answerWith, ours } from './network.ts'
import { answers, closePhones, moment, nowMs, openPhone, openTab, tap, today } from './phone.ts'

afterEach(closePhones)

const from = addDays(today, -1_000)
const entries = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    trackerType: 'Mood' as const,
    answer: 'happy',
    date: addDays(from, index),
  }))

async function begin(db: UserDatabase, count: number): Promise<string> {
  await startImport(db, { source: 'daylio', entries: entries(count) })
  const [row] = (await importsResource.read(db)) ?? []
  return row?.importId ?? ''
}

const shown = (db: UserDatabase) => readEntries(db, addDays(from, -1))

function stored(importId: string, index: number): TrackerEntry {
  const date = addDays(from, index)
  const score = trackerScore('Mood', 'happy') ?? 1
  const id = crypto.randomUUID()
  return { id, importId, trackerType: 'Mood', answer: 'happy', date, day: date, score }
}

/** The server has carried out that an import goes. */
async function settleUndo(db: UserDatabase, importId: string): Promise<void> {
  await db.transaction('rw', db.trackerEntries, db.trackerNotes, db.outbox, db.meta, () =>
    kindOf('trackers.undo_import').settle(db, [{ importId, removed: 2 }]),
  )
}

describe('an import on the phone', () => {
  test('is shown at once, in line whole, and counted by what has gone', async () => {
    const db = await openPhone()
    const importId = await begin(db, 450)
    expect((await unsentOps(db)).map(({ kind }) => kind)).toEqual(
      Array.from({ length: 3 }, () => 'trackers.import'),
    )
    const all = await shown(db)
    expect(all).toHaveLength(450)
    expect(all[0]).toMatchObject({ importId, state: 'waiting', score: 4 })
    expect(await importsResource.read(db)).toMatchObject([
      { importId, given: 450, waiting: 450, refused: 0, undoing: false },
    ])
    const { answered } = await readKnownHere(db)
    expect(answered.has(`Mood ${from}`)).toBe(true)
  })

  test('that waits leads to its years, and its words go into a file', async () => {
    const db = await openPhone()
    const words = { text: 'Rain.', ownTags: ['my cat'] }
    const days = entries(2).map((entry) => ({ ...entry, ...(entry.date === from && words) }))
    await startImport(db, { source: 'daylio', entries: days })
    const { firstYear } = (await yearResource.read(db, yearOf(today))) ?? {}
    expect(firstYear).toBe(yearOf(from))
    const waiting = await readWaitingImports(db)
    const answered = async () => {
      const { entries: answers, notes } = await readAll(db, waiting)
      const written = notes.filter(({ text }) => text)
      return [answers.length, written.map(({ day, ownTags }) => [day, ownTags])]
    }
    expect(await answered()).toEqual([2, [[from, ['my cat']]]])
    const importId = waiting.parts[0]?.part.importId ?? ''
    await db.trackerEntries.bulkPut([stored(importId, 0), stored(importId, 1)])
    await db.outbox.clear()
    expect(await answered()).toEqual([2, [[from, ['my cat']]]])
    const { importId: _importId, ...own } = stored('', 0)
    await db.trackerEntries.put(own)
    expect(await answered()).toEqual([2, []])
  })

  test('is not in line at all where a part of it could not be', async () => {
    const db = await openPhone()
    const payload: TrackerImport = {
      importId: crypto.randomUUID(),
      source: 'daylio',
      entries: entries(1),
    }
    const opId = crypto.randomUUID()
    const part = { command: { kind: 'trackers.import' as const, payload }, tap: tap({ opId }) }
    // The same id twice is what no table takes.
    await expect(enqueueTogether(db, [part, part])).rejects.toThrow('mutation')
    expect(await unsentOps(db)).toEqual([])
    expect(await importsResource.read(db)).toEqual([])
  })

  test('an answer that was given here stays over what waits of an import', async () => {
    const db = await openPhone()
    const { importId: _importId, ...own } = stored('', 0)
    await db.trackerEntries.put({ ...own, answer: 'sad', score: 2 })
    await begin(db, 2)
    expect((await shown(db)).map(({ answer }) => answer)).toEqual(['sad', 'happy'])
  })

  test('stores what the server took, and leaves a day out that had an answer there', async () => {
    const db = await openPhone()
    const importId = await begin(db, 3)
    const [row] = await unsentOps(db)
    const opId = row?.opId ?? ''
    await db.transaction('rw', db.trackerEntries, db.outbox, db.meta, () =>
      kindOf('trackers.import').settle(db, [{ importId, opId, taken: [1] }]),
    )
    expect(await db.trackerEntries.orderBy('[trackerType+day]').toArray()).toMatchObject([
      { id: opId, importId, day: from },
      { id: opId, importId, day: addDays(from, 2) },
    ])
  })

  test('undone before it was sent is gone at once, but for what is under way', async () => {
    const db = await openPhone()
    const importId = await begin(db, 450)
    const [first] = await unsentOps(db)
    await db.meta.put({ key: 'flight', opIds: [first?.opId ?? ''] })
    await undoImport(db, importId)
    expect((await unsentOps(db)).map(({ kind }) => kind)).toEqual([
      'trackers.import',
      'trackers.undo_import',
    ])
    expect(await shown(db)).toEqual([])
    expect(await importsResource.read(db)).toMatchObject([{ undoing: true, waiting: 0 }])
  })

  test('whose undo is deleted before it was sent is in line again, whole', async () => {
    const db = await openPhone()
    const importId = await begin(db, 450)
    const before = await unsentOps(db)
    await undoImport(db, importId)
    const [undo] = await unsentOps(db)
    expect(toWireOp(undo!)).not.toHaveProperty('withdrawn')
    // The server has nothing of it.
    await storeImports(db, [])
    expect(await importsResource.read(db)).toMatchObject([{ undoing: true }])
    expect(await deleteOp(db, undo!.opId)).toBe('deleted')
    expect(await unsentOps(db)).toEqual(before)
    expect(await shown(db)).toHaveLength(450)
    expect(await importsResource.read(db)).toMatchObject([{ given: 450, waiting: 450 }])
  })

  test('whose undo the server has keeps nothing of it', async () => {
    const db = await openPhone()
    const importId = await begin(db, 250)
    await undoImport(db, importId)
    const batch = await takeBatch(db, nowMs)
    expect(batch.ops.map(({ kind }) => kind)).toEqual(['trackers.undo_import'])
    const opId = batch.ops[0]!.opId
    const result = { importId, removed: 0 }
    await applyResults(db, batch, [{ opId, status: 'applied', result }], {
      ...moment,
      epoch: importId,
    })
    expect(await unsentOps(db)).toEqual([])
    expect(await db.sentOps.toArray()).toMatchObject([{ opId }])
    expect((await db.sentOps.toArray())[0]).not.toHaveProperty('withdrawn')
  })

  test('counts as answered before what the server says, and no part that was deleted here', async () => {
    const db = await openPhone()
    const importId = await begin(db, 450)
    const [first, second] = await unsentOps(db)
    await deleteOp(db, second!.opId)
    const batch = await takeBatch(db, nowMs)
    const results = batch.ops.map(({ opId }) => ({
      opId,
      status: 'applied' as const,
      result: { importId, opId, taken: opId === first!.opId ? [0, 1, 2] : [] },
    }))
    await applyResults(db, batch, results, moment)
    expect(await importsResource.read(db)).toMatchObject([{ waiting: 0, answeredBefore: 3 }])
  })

  test('undone takes its own answers and words along and no others', async () => {
    const db = await openPhone()
    const [mine, other] = [crypto.randomUUID(), crypto.randomUUID()]
    const [gone, changed, stays] = [stored(mine, 0), stored(mine, 1), stored(other, 2)]
    await db.trackerEntries.bulkPut([gone, changed, stays])
    const words = { feelings: [], tags: [], ownTags: [], text: 'words', version: 1, replaced: [] }
    const note = ({ day }: TrackerEntry, rev: string) => ({
      trackerType: 'Mood' as const,
      day,
      ...words,
      rev,
    })
    await db.trackerNotes.bulkPut([
      note(gone, gone.id),
      note(changed, crypto.randomUUID()),
      note(stays, stays.id),
    ])
    await settleUndo(db, mine)
    expect((await db.trackerEntries.toArray()).map(({ id }) => id)).toEqual([stays.id])
    expect((await db.trackerNotes.toArray()).map(({ day }) => day).toSorted()).toEqual([
      changed.day,
      stays.day,
    ])
  })

  test('that is to go leaves its days open for answers of one’s own', async () => {
    const db = await openPhone()
    const importId = crypto.randomUUID()
    await db.trackerEntries.put(stored(importId, 0))
    const own = { trackerType: 'Mood', answer: 'sad', date: from } as const
    expect((await answers(db, own)).status).toBe('refused')
    await undoImport(db, importId)
    expect((await answers(db, own)).status).toBe('queued')
    expect(await readEntries(db, from, from)).toMatchObject([{ state: 'waiting', answer: 'sad' }])
  })

  test('that waits to be undone does not drop an answer of one’s own that it came before', async () => {
    const db = await openPhone()
    const importId = crypto.randomUUID()
    const imported = stored(importId, 0)
    await db.trackerEntries.put(imported)
    await undoImport(db, importId)
    await answers(db, { answer: 'sad', date: from })
    const batch = await takeBatch(db, nowMs)
    const [undo, own] = await unsentOps(db)
    await applyResults(
      db,
      batch,
      [
        { opId: undo!.opId, status: 'retry', code: 'busy', afterMs: 60_000 },
        { opId: own!.opId, status: 'superseded', result: imported },
      ],
      { ...moment, epoch: importId },
    )
    expect(await takeSuperseded(db)).toEqual([])
    expect(await readEntries(db, from, from)).toMatchObject([{ state: 'waiting', answer: 'sad' }])
    const [, again] = await unsentOps(db)
    expect(again).toMatchObject({ seq: own!.seq, state: 'pending', payload: own!.payload })
    // The ledger has its answer to the old id for good.
    expect(again?.opId).not.toBe(own!.opId)
    expect(again?.opId.slice(0, 24)).toBe(own!.opId.slice(0, 24))
    expect(again?.nextAttemptAt).toBeGreaterThan(nowMs)
    expect(await db.sentOps.count()).toBe(0)
  })

  test('that stays is what an answer of one’s own gives way to', async () => {
    const db = await openPhone()
    await answers(db, { answer: 'sad', date: from })
    const batch = await takeBatch(db, nowMs)
    const [own] = await unsentOps(db)
    const imported = stored(crypto.randomUUID(), 0)
    await applyResults(
      db,
      batch,
      [{ opId: own!.opId, status: 'superseded', result: imported }],
      moment,
    )
    expect(await unsentOps(db)).toEqual([])
    expect(await takeSuperseded(db)).toEqual([imported])
  })

  test('a refused part is counted, and its days are open', async () => {
    const db = await openPhone()
    const importId = await begin(db, 250)
    await db.outbox
      .toCollection()
      .limit(1)
      .modify((row) => {
        row.state = 'dead'
      })
    expect(await importsResource.read(db)).toMatchObject([{ waiting: 50, refused: 200 }])
    expect(await shown(db)).toHaveLength(50)
    // It stays in the list until its person has seen it, also where the server has nothing of it.
    await storeImports(db, [])
    expect(await importsResource.read(db)).toMatchObject([{ importId }])
  })

  test('of another device is listed by what the server has, and goes with its undo there', async () => {
    const db = await openPhone()
    const importId = crypto.randomUUID()
    const importedAt = '2026-11-20T12:00:00.000Z'
    await storeImports(db, [{ importId, source: 'bearable', importedAt, entries: 9 }])
    expect(await importsResource.read(db)).toMatchObject([{ importId, stored: 9, waiting: 0 }])
    await storeImports(db, [])
    expect(await importsResource.read(db)).toEqual([])
  })

  const looks = [
    ['a look at the newest days', entriesResource.refresh],
    ['a look at a year', yearResource.refresh],
  ] as const

  test.each(looks)(
    'that was undone while %s was on its way does not come back',
    async (_, refresh) => {
      const db = await openPhone()
      const [mine, other] = [crypto.randomUUID(), crypto.randomUUID()]
      const [gone, stays] = [stored(mine, 0), stored(other, 1)]
      await db.trackerEntries.bulkPut([gone, stays])
      const nothing = () => ours([])
      answerWith(
        async () => {
          await settleUndo(db, mine)
          return ours([gone, stays])
        },
        nothing,
        nothing,
        nothing,
      )
      await refresh(db, 'token', 2_023)
      expect((await db.trackerEntries.toArray()).map(({ id }) => id)).toEqual([stays.id])
    },
  )

  test.each(looks)(
    '%s leaves an answer of one’s own that came in the place of one taken back',
    async (_, refresh) => {
      const db = await openPhone()
      const { importId, ...own } = stored(crypto.randomUUID(), 0)
      await db.trackerEntries.put({ ...own, importId })
      answerWith(async () => {
        await db.trackerEntries.put(own)
        return ours([])
      })
      // The year of its day, and more days than there are since.
      await refresh(db, 'token', yearOf(from))
      expect(await db.trackerEntries.toArray()).toEqual([own])
    },
  )

  test('that was undone while the list was on its way is not listed again', async () => {
    const db = await openPhone()
    const [mine, other] = [crypto.randomUUID(), crypto.randomUUID()]
    const importedAt = '2026-11-20T12:00:00.000Z'
    const imports = [mine, other].map((importId) => ({
      importId,
      source: 'bearable' as const,
      importedAt,
      entries: 9,
    }))
    await storeImports(db, imports)
    answerWith(async () => {
      await settleUndo(db, mine)
      return ours({ imports })
    })
    await importsResource.refresh(db, 'token')
    expect(await importsResource.read(db)).toMatchObject([{ importId: other }])
  })

  test('what cannot be read in line is left to the screen of what was not sent', async () => {
    const db = await openPhone()
    await begin(db, 2)
    await db.outbox.toCollection().modify((row) => {
      row.payload = { importId: 'none' }
    })
    // As a later start reads it.
    const again = openTab(db.userId)
    expect((await readWaitingImports(again)).parts).toEqual([])
    expect(await shown(again)).toEqual([])
  })
})

describe('days that were taken back on another device', () => {
  const day = (index: number) => addDays(from, index)
  const here = [0, 1, 2, 3].map((index): ['Mood', string] => ['Mood', day(index)])

  test('go as far as the reply speaks of them', () => {
    const reply = [stored('a', 1), stored('a', 3)]
    expect(goneDays(here, reply, { whole: false, to: '\uffff' })).toEqual([['Mood', day(2)]])
    expect(goneDays(here, reply, { whole: true, to: day(2) })).toEqual([['Mood', day(0)]])
    expect(goneDays(here, [], { whole: true, to: day(2) })).toHaveLength(2)
    expect(goneDays(here, [], { whole: false, to: day(2) })).toEqual([])
  })

  test('are asked about tracker by tracker', () => {
    const gone = goneFrom(here, [[stored('a', 0)], [], [], []], { daysMax: 366, to: '\uffff' })
    expect(gone.map(([, date]) => date)).toEqual([day(1), day(2), day(3)])
  })
})

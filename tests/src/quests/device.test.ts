import { afterEach, describe, expect, test, vi } from 'vitest'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import type { QuestRecord } from '#contract/quests/response.ts'
import type { TrackerAnswer } from '#contract/trackers/model.ts'
import { clockAt } from '#src/data/local-clock.ts'
import { openQuest } from '#src/features/quests/open-quest.ts'
import { lastPlayedDays, playedOf, readPlayedRows, takenDays } from '#src/features/quests/played.ts'
import {
  deleteDraft,
  finishQuest,
  readDraft,
  reopenQuest,
  saveDraft,
} from '#src/features/quests/quest-draft.ts'
import { listsOn, readShelf, readQuestLists } from '#src/features/quests/quests-resource.ts'
import { applyResults } from '#src/offline/engine/apply-results.ts'
import { takeBatch } from '#src/offline/engine/batch.ts'
import type { OutboxRow } from '#src/offline/engine/outbox-row.ts'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { answer, closePhones, moment, nowMs, openPhone, putRow } from '#tests/offline/phone.ts'
import { answersTo, questOf } from '#tests/support/quests.ts'

afterEach(closePhones)

const pq16 = await questOf('pq16')
const answers = answersTo(pq16, (n) => (n < 3 ? 1 : 0))
const takenOn = '2026-11-21' as QuestRecord['takenOn']
const response = { questId: 6, version: 1, answers, takenOn }
const draft = { questId: 6, version: 1, answers, at: 15, passed: 15 }

async function finished(db: UserDatabase): Promise<string> {
  await saveDraft(db, draft)
  const outcome = await finishQuest(db, draft)
  return outcome.status === 'saved' ? outcome.opId : ''
}

function recordOf(opId: string, given: Partial<QuestRecord> = {}): QuestRecord {
  const result = {
    questId: 6,
    type: 'pq16',
    version: 1,
    scores: { symptoms: 2, distress: 0 },
    band: 'few',
    tone: 'calm',
    destination: null,
    risks: [],
  } as const
  const points = { playPoints: 180, points: 160 }
  const record = { id: opId, questId: 6, version: 1, takenOn, sharedWith: [], ...points }
  return { ...record, result: { ...result, scores: { ...result.scores }, risks: [] }, ...given }
}

describe('a quest that was begun', () => {
  test('goes on at its question, with every answer', async () => {
    const db = await openPhone()
    await saveDraft(db, { ...draft, answers: answers.slice(0, 4), at: 4, passed: 4 })
    const opened = await openQuest(db, '6')
    expect(opened).toMatchObject({
      status: 'ready',
      draft: { at: 4, answers: answers.slice(0, 4) },
    })
    const { progress } = await readQuestLists(db, clockAt(Date.now()).date)
    expect(progress.get(6)).toEqual({ at: 5 })
  })

  test('is written through to the disk before it is said to be kept', async () => {
    const opened = vi.spyOn(IDBDatabase.prototype, 'transaction')
    const db = await openPhone()
    opened.mockClear()
    await saveDraft(db, draft)
    const writing = opened.mock.calls.filter(([, mode]) => mode === 'readwrite')
    expect(writing.map(([, , options]) => options)).toEqual([{ durability: 'strict' }])
    opened.mockRestore()
  })

  test('begins anew where what is stored cannot be read, or is of a version that never was', async () => {
    const db = await openPhone()
    await db.questDrafts.put({ ...draft, at: -1 })
    expect(await openQuest(db, '6')).toMatchObject({ status: 'ready', draft: undefined })
    await db.questDrafts.put({ ...draft, version: 77 })
    expect(await openQuest(db, '6')).toMatchObject({ status: 'ready', draft: undefined })
  })

  test('is forgotten when it is started again', async () => {
    const db = await openPhone()
    await saveDraft(db, draft)
    await deleteDraft(db, 6)
    expect(await readDraft(db, 6)).toBeUndefined()
  })
})

describe('a quest that is open in two tabs', () => {
  const base = { ...draft, answers: answers.slice(0, 4), at: 4, passed: 4 }
  const [first, , , , fifth] = answers
  const other = { questionId: first?.questionId ?? '', value: 'Another answer' }

  test('keeps the answers of both', async () => {
    const db = await openPhone()
    await saveDraft(db, base)
    const newer = { ...draft, answers: answers.slice(0, 9), at: 9, passed: 9 }
    await saveDraft(db, newer, base)
    const older = { ...base, answers: [other, ...answers.slice(1, 5)] }
    const both = { ...newer, answers: [other, ...answers.slice(1, 9)] }
    expect(await saveDraft(db, older, base)).toEqual(both)
    expect(await readDraft(db, 6)).toEqual(both)
  })

  test('stores what was changed here as it is, also where an answer was the other one before', async () => {
    const db = await openPhone()
    await saveDraft(db, base)
    const changed = { ...base, answers: [...answers.slice(1, 4), other], at: 0 }
    expect(await saveDraft(db, changed, base)).toEqual(changed)
    expect(await saveDraft(db, base, changed)).toMatchObject({ at: 4, answers: base.answers })
  })

  test('is begun in both, and has the answers of both', async () => {
    const db = await openPhone()
    await saveDraft(db, { ...base, answers: [other], at: 0, passed: 0 })
    const here = { ...base, answers: fifth ? [fifth] : [], at: 4, passed: 0 }
    expect(await saveDraft(db, here)).toMatchObject({ answers: [fifth, other], at: 4 })
  })

  test('does not come back where the other one has finished it, and is not sent twice', async () => {
    const db = await openPhone()
    await finished(db)
    expect(await saveDraft(db, draft, draft)).toBe('elsewhere')
    expect(await finishQuest(db, draft, draft)).toEqual({ status: 'elsewhere' })
    expect(await readDraft(db, 6)).toBeUndefined()
    expect(await unsentOps(db)).toHaveLength(1)
  })

  test('is not finished with answers that the other one has changed', async () => {
    const db = await openPhone()
    const changed = { ...draft, answers: [other, ...answers.slice(1)] }
    await saveDraft(db, changed)
    expect(await finishQuest(db, draft, draft)).toEqual({ status: 'elsewhere' })
    expect(await readDraft(db, 6)).toEqual(changed)
  })

  test('leaves the round that the other one has begun anew as it is', async () => {
    const db = await openPhone()
    const anew = { ...base, answers: [other], at: 1, passed: 1 }
    await saveDraft(db, anew)
    expect(await saveDraft(db, draft, base)).toBe('elsewhere')
    expect(await readDraft(db, 6)).toEqual(anew)
  })
})

describe('a finished quest', () => {
  test('is in line and no draft any more, or still a draft', async () => {
    const db = await openPhone()
    const opId = await finished(db)
    expect(await readDraft(db, 6)).toBeUndefined()
    expect(await unsentOps(db)).toMatchObject([{ opId, kind: 'quest.respond', lane: 'quest:6' }])

    const other = await openPhone()
    await saveDraft(other, draft)
    await other.meta.delete('owner')
    expect(await finishQuest(other, draft)).toEqual({ status: 'not_saved', why: 'logged_out' })
    expect(await readDraft(other, 6)).toEqual(draft)
    expect(await unsentOps(other)).toEqual([])
  })

  test('has its result at once, by the engine of this device', async () => {
    const db = await openPhone()
    const opId = await finished(db)
    expect(await playedOf(await readPlayedRows(db, 6))).toMatchObject([
      { id: opId, state: 'waiting', playPoints: 180, points: undefined, result: { band: 'few' } },
    ])
  })

  test('leaves the device once it is acknowledged, and its result stays', async () => {
    const db = await openPhone()
    const opId = await finished(db)
    const batch = await takeBatch(db, Date.now() + 1_000)
    const result = recordOf(opId)
    await applyResults(db, batch, [{ opId, status: 'applied', result }], moment)
    expect(await unsentOps(db)).toEqual([])
    expect(JSON.stringify(await db.questRecords.toArray())).not.toContain('questionId')
    expect(await playedOf(await readPlayedRows(db, 6))).toMatchObject([
      { id: opId, state: 'sent', points: 160 },
    ])
  })

  test('that was refused says so, and becomes a draft again in one step', async () => {
    const db = await openPhone()
    const opId = await finished(db)
    const batch = await takeBatch(db, Date.now() + 1_000)
    const refusal = { code: 'invalid_input', message: 'Why not' } as const
    await applyResults(db, batch, [{ opId, status: 'rejected', ...refusal }], moment)
    const [row] = await unsentOps(db)
    expect(row?.lastError?.message).toBe('Why not')
    expect(await playedOf(await readPlayedRows(db, 6))).toMatchObject([{ state: 'refused' }])
    await reopenQuest(db, opId, response)
    expect(await unsentOps(db)).toEqual([])
    expect(await readDraft(db, 6)).toEqual(draft)
  })

  test('that was refused writes over nothing that was begun anew', async () => {
    const db = await openPhone()
    const opId = await finished(db)
    await db.outbox.toCollection().modify({ state: 'dead' })
    const anew = { ...draft, answers: answers.slice(0, 4), at: 4, passed: 4 }
    await saveDraft(db, anew)
    expect(await reopenQuest(db, opId, response)).toBe('draft_in_the_way')
    expect(await readDraft(db, 6)).toEqual(anew)
    expect(await unsentOps(db)).toMatchObject([{ opId }])
    await deleteDraft(db, 6)
    expect(await reopenQuest(db, opId, response)).toBe('draft')
  })

  test('that is no longer refused becomes no draft', async () => {
    const db = await openPhone()
    const opId = await finished(db)
    expect(await reopenQuest(db, opId, response)).toBe('gone')
    expect(await unsentOps(db)).toMatchObject([{ opId }])
    expect(await readDraft(db, 6)).toBeUndefined()
  })
})

test('a history is newest first, across the server and what waits, and skips what cannot be read', async () => {
  const db = await openPhone()
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()]
  const old = '2026-10-01' as QuestRecord['takenOn']
  await db.questRecords.bulkPut([recordOf(one, { takenOn: old }), recordOf(two)])
  const opId = await finished(db)
  await putRow(db, { kind: 'quest.respond', lane: 'quest:6', payload: { broken: true } })
  const rows = await readPlayedRows(db)
  const played = await playedOf(rows)
  expect(played.map(({ id }) => id)).toContain(opId)
  expect(played.at(-1)?.id).toBe(one)
  expect(played).toHaveLength(3)
  expect(lastPlayedDays(rows).has(6)).toBe(true)
  expect(nowMs).toBeGreaterThan(0)
})

test('a quest was played on a day by what counts: once where its record has come, and never where it was refused', async () => {
  const db = await openPhone()
  const opId = await finished(db)
  const refused = { ...response, questId: 7, takenOn: '2026-11-22' }
  await putRow(db, { kind: 'quest.respond', lane: 'quest:7', payload: refused, state: 'dead' })
  await db.questRecords.put(recordOf(opId))
  const rows = await readPlayedRows(db)
  expect(takenDays(rows)).toEqual([takenOn])
  expect([...lastPlayedDays(rows)]).toEqual([[6, takenOn]])
})

describe('the shelf', () => {
  test('opens what is released to all until the server has spoken', async () => {
    const db = await openPhone()
    const shelf = await readShelf(db)
    expect(shelf).toHaveLength(23)
    expect(shelf.filter(({ open }) => !open).map(({ release }) => release)).not.toContain('default')
  })

  test('then opens what the server has switched on, and says where it tells of another quest', async () => {
    const db = await openPhone()
    const [card] = await readShelf(db)
    if (!card) throw new Error('An empty shelf')
    const creator = { firstname: 'Zync', lastname: 'Team', userT: 'ServiceProvider' } as const
    const survey = { ...card, _id: card.id, questionCount: card.count, creator }
    const surveys = [
      { ...survey, open: false },
      { ...survey, _id: 2, title: 'Luck', open: true },
      { ...survey, _id: 3, title: 'Mood Waves', questionCount: 16, open: true },
      { ...survey, _id: 24, title: 'New', open: true },
    ]
    await db.meta.put({ key: 'questShelf', surveys })
    expect(await openQuest(db, '1')).toEqual({ status: 'under_construction', title: card.title })
    expect(await openQuest(db, '2')).toMatchObject({ text: 'Unrecognized survey title: Luck' })
    expect(await openQuest(db, '3')).toMatchObject({
      text: 'Invalid mdq survey: Expected 17 questions, got 16',
    })
    for (const address of ['24', '0', 'x', '', '1.5', '01890000']) {
      expect([address, (await openQuest(db, address)).status]).toEqual([address, 'not_found'])
    }
  })

  test('goes on with a quest that was begun before it was switched off, and with no other of it', async () => {
    const db = await openPhone()
    const [card] = await readShelf(db)
    if (!card) throw new Error('An empty shelf')
    const creator = { firstname: 'Zync', lastname: 'Team', userT: 'ServiceProvider' } as const
    const about = { _id: card.id, questionCount: card.count, creator }
    await db.meta.put({ key: 'questShelf', surveys: [{ ...card, ...about, open: false }] })
    const begun = { questId: card.id, version: card.version, at: 0, passed: 0 }
    await saveDraft(db, { ...begun, answers: [] })
    expect((await openQuest(db, '1')).status).toBe('under_construction')
    const draft = { ...begun, answers: [{ questionId: '1-1', value: 'Yes' }] }
    await saveDraft(db, draft)
    expect(await openQuest(db, '1')).toMatchObject({ status: 'ready', draft, closed: true })
    await db.questDrafts.put({ ...draft, version: 99 })
    expect((await openQuest(db, '1')).status).toBe('under_construction')
  })

  test('says whether the quest that a gate offers instead can be played', async () => {
    const db = await openPhone()
    const creator = { firstname: 'Zync', lastname: 'Team', userT: 'ServiceProvider' } as const
    const shelf = await readShelf(db)
    const surveysWith = (open: ReadonlySet<number>) =>
      shelf.map((card) => {
        const about = { _id: card.id, questionCount: card.count, creator }
        return { ...card, ...about, open: open.has(card.id) }
      })
    await db.meta.put({ key: 'questShelf', surveys: surveysWith(new Set([1, 5])) })
    expect(await openQuest(db, '5')).toMatchObject({ status: 'ready', insteadOpen: true })
    await db.meta.put({ key: 'questShelf', surveys: surveysWith(new Set([5])) })
    expect(await openQuest(db, '5')).toMatchObject({ status: 'ready', insteadOpen: false })
  })
})

describe('a low answer that quests are suggested after', () => {
  const { date: today } = clockAt(Date.now())
  const [before, earlier] = [addDays(today, -1), addDays(today, -2)]

  async function phoneOf(given: readonly [Partial<TrackerAnswer>, Partial<OutboxRow>?][]) {
    const db = await openPhone()
    for (const [payload, row] of given) {
      await putRow(db, { payload: answer(payload), localDate: payload.date ?? today, ...row })
    }
    return db
  }

  test('is one that counts: none that was refused, or that the server has another one for', async () => {
    const db = await phoneOf([
      [{ date: earlier, answer: 'sad' }],
      [{ date: before, answer: 'happy' }, { state: 'dead' }],
      [{ trackerType: 'Diet', date: today, answer: 'poorly' }],
    ])
    const entry = { id: crypto.randomUUID(), score: 4, day: today } as const
    const sent = answer({ trackerType: 'Diet', date: today, answer: 'well' })
    await db.trackerEntries.put({ ...sent, ...entry })
    const { lowAnswers } = await readQuestLists(db, today)
    expect(lowAnswers).toEqual([{ type: 'Mood', day: earlier, score: 2 }])
  })

  test('is the newest of its tracker: none that a better one came after', async () => {
    const db = await phoneOf([
      [{ date: today, answer: 'happy' }],
      [{ date: before, answer: 'sad' }],
      [{ trackerType: 'Sleep', date: earlier, answer: '8 - 10' }],
      [{ trackerType: 'Sleep', date: before, answer: '1 - 4' }],
    ])
    const { lowAnswers } = await readQuestLists(db, today)
    expect(lowAnswers).toEqual([{ type: 'Sleep', day: before, score: 1 }])
  })

  test('is one of the last days before the day that the lists are for', async () => {
    const db = await phoneOf([[{ date: today, answer: 'sad' }]])
    const lowOn = async (day: LocalDate) => (await readQuestLists(db, day)).lowAnswers
    expect(await lowOn(addDays(today, 3))).toEqual([{ type: 'Mood', day: today, score: 2 }])
    expect(await lowOn(addDays(today, 4))).toEqual([])
    const lists = await readQuestLists(db, today)
    const later = (days: number) => listsOn(lists, addDays(today, days))
    expect(later(3)).toEqual({ ...lists, today: addDays(today, 3) })
    expect(later(4)).toMatchObject({ lowAnswers: [], today: addDays(today, 4) })
  })
})

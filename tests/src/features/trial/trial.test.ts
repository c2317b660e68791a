import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addDays, utcDate } from '#contract/local-date.ts'
import { readDraft } from '#src/features/quests/quest-draft.ts'
import {
  finishTakeover,
  takeTrial,
  trialToAsk,
  claimTrial,
  dropTrial,
  readTrial,
  saveMood,
  saveQuest,
  saveTrialDraft,
  trialDaysLeft,
  trialDaysMax,
} from '#src/features/trial/trial-store.ts'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import { installCaches, removeCaches } from '#tests/offline/fake-caches.ts'
import { closePhones, openPhone } from '#tests/offline/phone.ts'

const nowMs = Date.parse('2026-03-05T15:00:00Z')
const dayMs = 86_400_000
const today = utcDate(nowMs)
const moodId = '01990000-0000-7000-8000-000000000001'
const questId = '01990000-0000-7000-8000-000000000002'
const response = {
  questId: 8,
  version: 1,
  answers: [1, 2, 3, 4, 5, 6].map((n) => ({ questionId: `8-${n}`, value: 'Rarely' })),
  takenOn: today,
}

let full = false

beforeEach(() => {
  installCaches()
  full = false
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (full) throw new DOMException('full', 'QuotaExceededError')
      stored.set(key, value)
    },
    removeItem: (key: string) => stored.delete(key),
  })
})

afterEach(async () => {
  vi.unstubAllGlobals()
  removeCaches()
  await closePhones()
})

function tryBoth(): void {
  saveMood('sad', { nowMs, date: today, opId: moodId })
  saveQuest(response, { nowMs, opId: questId })
}

describe('what a visitor answers on this phone', () => {
  test('is there again, the newest mood alone', () => {
    saveMood('happy', { nowMs, date: today, opId: questId })
    tryBoth()
    expect(readTrial(nowMs + 1)).toMatchObject({
      mood: { opId: moodId, answer: { trackerType: 'Mood', answer: 'sad', date: today } },
      quest: { opId: questId, response },
    })
  })

  test('is gone a week after the last answer, and when it is thrown away', () => {
    tryBoth()
    expect(readTrial(nowMs + trialDaysMax * dayMs - 1)).toBeDefined()
    expect(readTrial(nowMs + trialDaysMax * dayMs)).toBeUndefined()
    expect(readTrial(nowMs)).toBeUndefined()
    tryBoth()
    dropTrial()
    expect(readTrial(nowMs)).toBeUndefined()
  })

  test('says the days that are left of the week, and of the last one a day', () => {
    tryBoth()
    const left = (days: number) => {
      const then = nowMs + days * dayMs
      return trialDaysLeft(readTrial(then), then)
    }
    expect([0, 1, 3, 6, 6.9].map(left)).toEqual([7, 6, 4, 1, 1])
    expect(left(-1)).toBe(trialDaysMax)
    expect(trialDaysLeft(undefined, nowMs)).toBe(trialDaysMax)
  })

  test('does not live for ever where the clock was set back', () => {
    tryBoth()
    expect(readTrial(nowMs - 8 * dayMs)).toBeUndefined()
  })

  test.each(['', '{', '{"atMs":"soon"}', '{"atMs":1,"mood":{"opId":"x","answer":{}}}', 'null'])(
    'that cannot be read, as %j, is as none',
    (text) => {
      localStorage.setItem('trial', text)
      expect(readTrial(nowMs)).toBeUndefined()
    },
  )

  test('that a full phone does not store is said, and what was there stays', () => {
    tryBoth()
    full = true
    expect(saveMood('happy', { nowMs, date: today, opId: questId })).toBe('not_saved')
    expect(readTrial(nowMs)?.mood?.answer.answer).toBe('sad')
  })

  test('a finished quest takes the place of its draft', () => {
    saveTrialDraft({ questId: 8, version: 1, answers: [], at: 2, passed: 2 }, nowMs)
    expect(readTrial(nowMs)?.draft?.at).toBe(2)
    saveQuest(response, { nowMs, opId: questId })
    expect(readTrial(nowMs)?.draft).toBeUndefined()
  })
})

describe('the answers of a visitor go into an account', () => {
  test('once its person has said that they are theirs: each waits to be sent once, and the phone forgets them', async () => {
    const db = await openPhone()
    tryBoth()
    expect(trialToAsk(nowMs)).toBeDefined()
    await takeTrial(db, nowMs)
    await finishTakeover(db, nowMs)
    const ops = await unsentOps(db)
    expect(ops.map(({ opId, payload }) => [opId, payload])).toEqual([
      [moodId, { trackerType: 'Mood', answer: 'sad', date: today }],
      [questId, response],
    ])
    expect(readTrial(nowMs)).toBeUndefined()
  })

  test('nothing of them without that word', async () => {
    const db = await openPhone()
    tryBoth()
    await finishTakeover(db, nowMs)
    expect(await unsentOps(db)).toEqual([])
    expect(trialToAsk(nowMs)).toBeDefined()
  })

  test('a takeover that was cut short goes on without doubling anything', async () => {
    const db = await openPhone()
    tryBoth()
    const whole = localStorage.getItem('trial') ?? ''
    await takeTrial(db, nowMs)
    // The tab died before the phone forgot them.
    localStorage.setItem('trial', whole)
    claimTrial(db.userId, nowMs)
    await finishTakeover(db, nowMs)
    expect((await unsentOps(db)).map(({ opId }) => opId)).toEqual([moodId, questId])
  })

  test('nobody else is asked about, or given, what one person has said is theirs', async () => {
    const other = await openPhone()
    tryBoth()
    claimTrial('somebody', nowMs)
    expect(trialToAsk(nowMs)).toBeUndefined()
    await finishTakeover(other, nowMs)
    expect(await unsentOps(other)).toEqual([])
    expect(readTrial(nowMs)?.takenBy).toBe('somebody')
  })

  test('a new try does not mix with answers that are somebody’s', () => {
    tryBoth()
    claimTrial('somebody', nowMs)
    saveMood('happy', { nowMs, date: today, opId: questId })
    expect(readTrial(nowMs)).toEqual({
      atMs: nowMs,
      mood: { opId: questId, answer: { trackerType: 'Mood', answer: 'happy', date: today } },
    })
  })

  test('a mood of another day counts for that day, and one of a day that has an answer yields to it', async () => {
    const db = await openPhone()
    const yesterday = addDays(today, -1)
    saveMood('sad', { nowMs: nowMs - dayMs, date: yesterday, opId: moodId })
    await db.trackerEntries.put({
      id: questId,
      trackerType: 'Mood',
      answer: 'happy',
      date: yesterday,
      day: yesterday,
      score: 4,
    })
    await takeTrial(db, nowMs)
    expect(await unsentOps(db)).toEqual([])
    saveMood('sad', { nowMs, date: today, opId: moodId })
    await takeTrial(db, nowMs)
    expect((await unsentOps(db)).map(({ payload }) => payload)).toEqual([
      { trackerType: 'Mood', answer: 'sad', date: today },
    ])
  })

  test('those of a quest that was only begun too: it goes on there, unless it was begun there before', async () => {
    const db = await openPhone()
    const draft = (count: number) => {
      const answers = response.answers.slice(0, count)
      return { questId: 8, version: 1, answers, at: count, passed: count }
    }
    saveTrialDraft(draft(0), nowMs)
    expect(trialToAsk(nowMs)).toBeUndefined()
    saveTrialDraft(draft(2), nowMs)
    expect(trialToAsk(nowMs)).toBeDefined()
    await takeTrial(db, nowMs)
    expect(await readDraft(db, 8)).toEqual(draft(2))
    expect([readTrial(nowMs), await unsentOps(db)]).toEqual([undefined, []])
    saveTrialDraft(draft(1), nowMs)
    await takeTrial(db, nowMs)
    expect(await readDraft(db, 8)).toEqual(draft(2))
  })

  test('not even begun where the phone cannot note whose they are', async () => {
    const db = await openPhone()
    tryBoth()
    full = true
    await expect(takeTrial(db, nowMs)).rejects.toThrow('stores nothing')
    expect(await unsentOps(db)).toEqual([])
    expect(trialToAsk(nowMs)).toBeDefined()
  })
})

import { describe, expect, test } from 'vitest'
import type { LocalDate } from '#contract/local-date.ts'
import type { TrackerEntry } from '#contract/trackers/model.ts'
import { entryOn, isAnswered, overlayEntries } from '#src/features/trackers/entries-resource.ts'
import type { OutboxRow } from '#src/offline/engine/outbox-row.ts'

const today = '2026-03-05' as LocalDate

function serverEntry(change: Partial<TrackerEntry> = {}): TrackerEntry {
  return {
    id: '01900000-0000-7000-8000-000000000001',
    trackerType: 'Mood',
    answer: 'happy',
    date: today,
    day: today,
    score: 4,
    ...change,
  }
}

const tappedAt = 1_000
const operation = { opId: 'op', attempts: 0, createdAt: tappedAt, nextAttemptAt: tappedAt }

function unsent(change: Partial<OutboxRow> & { answer?: string; date?: LocalDate } = {}) {
  const { answer = 'sad', state = 'pending', date = today, ...rest } = change
  const payload = { trackerType: 'Mood', answer, date }
  return { ...operation, kind: 'trackers.record', state, payload, ...rest }
}

describe('what this device knows of a day', () => {
  test('an answer that waits to be sent counts at once', () => {
    const entries = overlayEntries([], [unsent()])
    expect(entryOn(entries, 'Mood', today)).toMatchObject({
      answer: 'sad',
      score: 2,
      state: 'waiting',
    })
  })

  test("the server's entry of a day stands against one that still waits", () => {
    const entries = overlayEntries([serverEntry()], [unsent()])
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({ answer: 'happy', state: 'sent' })
  })

  test('a refused answer leaves the day open', () => {
    const entries = overlayEntries([], [unsent({ state: 'dead' })])
    const entry = entryOn(entries, 'Mood', today)
    expect(entry?.state).toBe('refused')
    expect(isAnswered(entry)).toBe(false)
  })

  test('a refused answer does not hide the one given after it, nor before it', () => {
    const refused = unsent({ state: 'dead' })
    const waiting = unsent({ answer: 'normal' })
    for (const rows of [
      [refused, waiting],
      [waiting, refused],
    ]) {
      expect(entryOn(overlayEntries([], rows), 'Mood', today)?.answer).toBe('normal')
    }
  })

  test('an answer that can be taken back says until when, and one that was tried does not', () => {
    const held = unsent({ nextAttemptAt: tappedAt + 6_000 })
    const entries = overlayEntries([], [held])
    expect(entryOn(entries, 'Mood', today)?.undo).toEqual({ opId: 'op', untilMs: tappedAt + 6_000 })
    for (const row of [unsent(), { ...held, attempts: 1 }, { ...held, state: 'dead' as const }]) {
      expect(overlayEntries([], [row])[0]).not.toHaveProperty('undo')
    }
  })

  test('an answer waiting for a newer build still counts', () => {
    const entries = overlayEntries([], [unsent({ state: 'needs_upgrade' })])
    expect(isAnswered(entryOn(entries, 'Mood', today))).toBe(true)
  })

  test('entries come in the order of their days, whatever order they were stored in', () => {
    const early = serverEntry({ day: '2026-03-01' as LocalDate })
    const entries = overlayEntries([serverEntry(), early], [])
    expect(entries.map((entry) => entry.day)).toEqual(['2026-03-01', '2026-03-05'])
  })

  test('rows that cannot be read are left out and break nothing', () => {
    const unreadable = unsent({ payload: 7 })
    const foreign = unsent({ kind: 'other.kind', payload: {} })
    expect(overlayEntries([{ nonsense: true }, null], [unreadable, foreign])).toEqual([])
  })
})

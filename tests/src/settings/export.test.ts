import { afterEach, describe, expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { exportDevice, exportEverything } from '#src/features/account/settings/export.ts'
import { savePlanDraft } from '#src/offline/features/plan-drafts.ts'
import { answerWith, noNetwork, ours } from '#tests/offline/network.ts'
import { answers, closePhones, nowMs, openPhone } from '#tests/offline/phone.ts'
import { day } from '#tests/support/day.ts'
import { fullUser } from '../profile/full-user.ts'

afterEach(closePhones)

const lina = fullUser()

/** A phone with a profile, an entry of the server, a draft and something unsent. */
async function usedPhone() {
  const db = await openPhone(lina._id)
  await db.meta.bulkPut([
    { key: 'profile', user: lina },
    { key: 'bioDraft', text: 'Half a' },
    { key: 'flight', opIds: ['x'] },
  ])
  await db.trackerEntries.put({
    id: crypto.randomUUID(),
    trackerType: 'Sleep',
    day: day('2026-11-20'),
    answer: '7 - 8',
    score: 3,
  } as never)
  await answers(db)
  return db
}

describe('the export without a server', () => {
  test('holds the profile, the entries, the draft and what is not sent, and nothing technical', async () => {
    const db = await usedPhone()
    answerWith(noNetwork)
    const { from, file } = await exportEverything(db, 'token', nowMs)
    const content: unknown = JSON.parse(file.text)
    expect(from).toBe('device')
    expect(file.name).toMatch(/^zync-my-data-2026-11-2\d-this-device\.json$/)
    expect(content).toMatchObject({
      madeFrom: 'this device',
      device: {
        meta: [
          { key: 'bioDraft', text: 'Half a' },
          { key: 'profile', user: { email: 'lina@zync.example' } },
        ],
        trackerEntries: [{ trackerType: 'Sleep', answer: '7 - 8' }],
      },
      notSentYet: [{ kind: 'trackers.record', payload: { answer: 'happy' } }],
    })
    expect(file.text).not.toContain('"flight"')
  })

  test('asks nobody where the device’s own part is wanted', async () => {
    const requests = answerWith(noNetwork)
    expect((await exportDevice(await usedPhone(), nowMs)).from).toBe('device')
    expect(requests).toEqual([])
  })
})

describe('the export of the server', () => {
  test('has what only this device knows beside it', async () => {
    answerWith(() => ours({ user: { email: 'lina@zync.example' }, trackers: [] }))
    const db = await usedPhone()
    const of = { trackerType: 'Mood' as const, day: day('2026-11-21') }
    await db.trackerNoteDrafts.put({ ...of, text: 'Half a note' } as never)
    await db.trackerPictures.put({ ...of, type: 'image/jpeg', data: new ArrayBuffer(5) })
    await savePlanDraft(db, { id: 'a', step: 'signs', text: 'I st', phone: '', basedOn: null })
    const { from, file } = await exportEverything(db, 'token', nowMs)
    expect(from).toBe('server')
    expect(file.name).not.toContain('this-device')
    const content = JSON.parse(file.text) as { onThisDevice: Record<string, unknown> }
    expect(content).toMatchObject({
      madeFrom: 'server',
      account: { user: { email: 'lina@zync.example' } },
      onThisDevice: {
        meta: [
          { key: 'bioDraft', text: 'Half a' },
          { key: 'planDrafts', drafts: [{ text: 'I st' }] },
        ],
        trackerNoteDrafts: [{ text: 'Half a note' }],
        trackerPictures: [{ ...of, type: 'image/jpeg', data: { bytes: 5 } }],
      },
      notSentYet: [{ payload: { answer: 'happy' } }],
    })
  })

  test('leaves out what the server has, and nothing else: a new table says which it is', async () => {
    answerWith(() => ours({ user: { email: 'lina@zync.example' }, trackers: [] }))
    const db = await usedPhone()
    const { file } = await exportEverything(db, 'token', nowMs)
    const { onThisDevice } = JSON.parse(file.text) as { onThisDevice: Record<string, unknown> }
    const atServer =
      'trackerEntries trackerNotes questRecords bookings notices blocks sentRequests receivedRequests friends chats messages chatReads'
    const ofTheCopy = ['chatPlaces', 'keptFiles', 'sentOps']
    const ofDraftsAndOutbox = ['outbox', 'attachments', 'attachmentFiles', 'chatDraftFiles']
    expect(
      [
        ...Object.keys(onThisDevice),
        ...atServer.split(' '),
        ...ofTheCopy,
        ...ofDraftsAndOutbox,
      ].toSorted(),
    ).toEqual(db.tables.map(({ name }) => name).toSorted())
  })

  test('that is refused is not passed off as the device’s', async () => {
    answerWith(() => ours(problem('rate_limited'), { status: 429 }))
    await expect(exportEverything(await usedPhone(), 'token', nowMs)).rejects.toThrow('Too many')
  })
})

test('a file among the rows is named by kind and size', async () => {
  const db = await openPhone(lina._id)
  const stored = { messageId: crypto.randomUUID(), type: 'image/png', data: new ArrayBuffer(5) }
  await db.attachmentFiles.put(stored)
  const { file } = await exportDevice(db, nowMs)
  expect(JSON.parse(file.text)).toMatchObject({
    device: { attachmentFiles: [{ type: 'image/png', data: { bytes: 5 } }] },
  })
})

import { afterEach, describe, expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { blocksResource, unblock } from '#src/features/safety/blocks-resource.ts'
import { queueBlock, queueReport } from '#src/features/safety/safety-menu.tsx'
import { readHidden } from '#src/offline/features/safety.ts'
import { SessionEndedError } from '#src/offline/session/session-copy.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { sharedDatabase } from '#src/offline/storage/shared-database.ts'
import { answerWith, noNetwork, ours, oursRaw } from '#tests/offline/network.ts'
import { closePhones, openPhone, openTab } from '#tests/offline/phone.ts'

afterEach(closePhones)

const sofiaId = '0193a000-0000-7000-8000-000000000002'
const danielId = '0193a000-0000-7000-8000-000000000003'
const block = { userId: sofiaId, name: 'Sofia Almeida', createdAt: '2026-11-21T10:00:00.000Z' }

describe('a block', () => {
  test('hides the person from the tap on, before it is sent', async () => {
    const db = await openPhone()
    await queueBlock(db, sofiaId)
    expect(await readHidden(db)).toEqual(new Set([sofiaId]))
    expect(await db.outbox.toArray()).toMatchObject([
      { kind: 'safety.block', payload: { userId: sofiaId }, state: 'pending' },
    ])
  })

  test('that was refused hides nobody', async () => {
    const db = await openPhone()
    await queueBlock(db, sofiaId)
    await db.outbox.toCollection().modify({ state: 'dead' })
    expect(await readHidden(db)).toEqual(new Set())
  })

  test('that the server knows of hides the person until it is taken back', async () => {
    const db = await openPhone()
    const requests = answerWith(
      () => ours({ blocks: [block], next: null }),
      noNetwork,
      () => ours(problem('not_found'), { status: 404 }),
    )
    await blocksResource.refresh(db, 'token')
    expect(await blocksResource.read(db)).toEqual([block])
    await expect(unblock(db, 'token', sofiaId)).rejects.toThrow('No answer')
    expect(await readHidden(db)).toEqual(new Set([sofiaId]))
    await unblock(db, 'token', sofiaId)
    expect(await readHidden(db)).toEqual(new Set())
    expect(requests.at(-1)?.method).toBe('DELETE')
  })

  test('that is taken back while the list is on its way does not come back with it', async () => {
    const db = await openPhone()
    const [asked, listed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const requests = answerWith(
      async () => {
        asked.resolve()
        await listed.promise
        return ours({ blocks: [block], next: null })
      },
      () => oursRaw(null, { status: 204 }),
      () => ours({ blocks: [], next: null }),
    )
    const refreshing = blocksResource.refresh(db, 'token')
    await asked.promise
    await unblock(db, 'token', sofiaId)
    listed.resolve()
    await refreshing
    expect(await blocksResource.read(db)).toEqual([])
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'DELETE', 'GET'])
  })

  test('that is acknowledged while the list is on its way hides the person all along', async () => {
    const db = await openPhone()
    const requests = answerWith(
      async () => {
        await db.blocks.put(block)
        return ours({ blocks: [], next: null })
      },
      () => ours({ blocks: [block], next: null }),
    )
    await blocksResource.refresh(db, 'token')
    expect(await readHidden(db)).toEqual(new Set([sofiaId]))
    expect(requests).toHaveLength(2)
  })

  test.each([
    ['here', (db: UserDatabase) => unblock(db, 'token', sofiaId)],
    ['on another device', (db: UserDatabase) => blocksResource.refresh(db, 'token')],
  ])('that is taken back %s has the library read from its beginning', async (_, takeBack) => {
    const db = await openPhone()
    await db.blocks.put(block)
    const { facts } = sharedDatabase()
    const oldest = { article: null, video: null }
    await facts.put({ key: 'library', viewerId: db.viewerId, since: 7, asOfMs: 1, oldest })
    answerWith(({ method }) =>
      method === 'GET' ? ours({ blocks: [], next: null }) : oursRaw(null, { status: 204 }),
    )
    await takeBack(db)
    expect(await facts.get('library')).toMatchObject({ since: 0 })
    await facts.clear()
  })

  test('is refused for somebody who is no longer logged in here', async () => {
    const db = openTab('0193a000-0000-7000-8000-000000000009')
    await expect(queueBlock(db, danielId)).rejects.toThrow(SessionEndedError)
  })
})

test('a report is kept as it was made', async () => {
  const db = await openPhone()
  const report = { target: { kind: 'person', id: sofiaId }, reason: 'harm', note: 'Help' } as const
  await queueReport(db, report)
  expect(await db.outbox.toArray()).toMatchObject([{ kind: 'safety.report', payload: report }])
  expect(await readHidden(db)).toEqual(new Set())
})

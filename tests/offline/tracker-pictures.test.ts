import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SavedPicture } from '#contract/trackers/picture.ts'
import { openDaysResource } from '#src/features/trackers/notes/notes-resource.ts'
import {
  keepPicture,
  readKeeping,
  replacePicture,
  takeOff,
  type PictureKeeping,
} from '#src/features/trackers/notes/saved-picture.ts'
import { UnreachableError } from '#src/offline/api/api-error.ts'
import { takeBatch } from '#src/offline/engine/batch.ts'
import { deleteOp, sendAgain, unsentOps } from '#src/offline/engine/outbox.ts'
import { meetEpoch } from '#src/offline/engine/sent.ts'
import {
  picturesOnDevice,
  refreshPictures,
  storeSaved,
  trackersPicture,
} from '#src/offline/features/tracker-pictures.ts'
import { uploadAll } from '#src/offline/files/uploads.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { readOnlyHere } from '#src/session/log-out.ts'
import { day } from '#tests/support/day.ts'
import { installCaches, removeCaches } from './fake-caches.ts'
import { fillDisk, quotaError } from './full-disk.ts'
import { answerWith, ours, oursRaw } from './network.ts'
import { closePhones, nowMs, openPhone, tap } from './phone.ts'

const of = { trackerType: 'Mood' as const, day: day('2026-11-21') }
const key: ['Mood', string] = ['Mood', of.day]
const epoch = '01985a3c-0000-4a10-8c00-0000000000e1'
const elsewhere = '01985a3c-0000-7a10-8c00-0000000000a1'
let db: UserDatabase

beforeEach(async () => {
  db = await openPhone()
})
afterEach(closePhones)

const bytes = (text: string) => new TextEncoder().encode(text).buffer
const choose = (text = 'own') =>
  userTransaction(db, [db.trackerPictures], () =>
    db.trackerPictures.put({ ...of, type: 'image/jpeg', data: bytes(text) }),
  )
const another = () => ({ ...of, type: 'image/jpeg', data: bytes('another') })
const here = async () => {
  const row = await db.trackerPictures.get(key)
  return row && new TextDecoder().decode(row.data)
}
const keeping = (): Promise<PictureKeeping> => readKeeping(db, of)
const newTap = () => tap()

/** The server has acknowledged everything that waits. */
async function acknowledge(): Promise<void> {
  for (const row of await unsentOps(db)) {
    const { removes } = row.payload as { removes: string | null }
    const receipt = { ...of, removes, saved: removes === null ? row.opId : null }
    await userTransaction(db, [db.outbox, ...trackersPicture.tables(db)], async () => {
      await trackersPicture.settle(db, [receipt])
      await db.outbox.delete(row.seq)
    })
  }
}

/** The server names these pictures and gives each of them. */
function account(...pictures: readonly SavedPicture[]): Request[] {
  return answerWith(({ url }) =>
    url.endsWith('/pictures')
      ? ours({ pictures, epoch })
      : oursRaw('copy', { headers: { 'content-type': 'image/webp' } }),
  )
}

describe('a picture beside an answer', () => {
  test('is on this phone alone until its person says otherwise', async () => {
    await choose()
    expect([await keeping(), await unsentOps(db)]).toEqual(['phone', []])
    await keepPicture(db, of, newTap)
    expect(await keeping()).toBe('waiting')
    const [row] = await unsentOps(db)
    expect(row).toMatchObject({ kind: 'trackers.picture', payload: { ...of, removes: null } })
    await acknowledge()
    expect(await keeping()).toBe('account')
    expect(await db.attachmentFiles.count()).toBe(0)
    expect(await readOnlyHere(db)).toEqual({
      pictures: false,
      drafts: false,
      planDrafts: false,
      briefDrafts: false,
      articleDrafts: false,
      otherDrafts: false,
    })
    expect(await openDaysResource.read(db)).toEqual([])
  })

  test('that is taken off before it went is never heard of', async () => {
    await choose()
    await keepPicture(db, of, newTap)
    await takeOff(db, of, newTap)
    expect([await keeping(), await unsentOps(db), await here()]).toEqual(['phone', [], 'own'])
    expect(await db.attachmentFiles.count()).toBe(0)
  })

  test.each([
    ['went up', { uploaded: true }],
    ['was tried', { attempts: 1 }],
  ])('that is taken off after its file %s is asked to go', async (_, change) => {
    await choose()
    await keepPicture(db, of, newTap)
    const [saved] = await unsentOps(db)
    await db.attachments.update(saved?.opId ?? '', change)
    await takeOff(db, of, newTap)
    expect((await unsentOps(db)).map(({ payload }) => payload)).toEqual([
      { ...of, removes: saved?.opId },
    ])
    expect(await keeping()).toBe('phone')
  })

  test.each([
    ['that arrives', undefined],
    ['whose answer is lost', new UnreachableError('no network')],
  ])('that is taken off while it goes up, %s, goes from the server again', async (_, lost) => {
    await choose()
    await keepPicture(db, of, newTap)
    const [first] = await unsentOps(db)
    const upload = async ({ messageId }: { messageId: string }) => {
      if (messageId !== first?.opId) return
      await takeOff(db, of, newTap)
      expect(await unsentOps(db)).toEqual([])
      await keepPicture(db, of, newTap)
      if (lost) throw lost
    }
    const session = async () => ({ token: 't', userId: db.userId })
    await uploadAll({ db, session, upload, now: () => nowMs, random: () => 0.5 })
    const { ops } = await takeBatch(db, nowMs)
    expect(ops.map(({ payload }) => payload)).toEqual([
      { ...of, removes: first?.opId },
      { ...of, removes: null },
    ])
    expect(await keeping()).toBe('waiting')
  })

  test('that is taken off the account stays on this phone, and is asked to go once', async () => {
    await choose()
    await keepPicture(db, of, newTap)
    await acknowledge()
    await takeOff(db, of, newTap)
    await takeOff(db, of, newTap)
    expect(await unsentOps(db)).toHaveLength(1)
    expect([await keeping(), await here()]).toEqual(['phone', 'own'])
    await acknowledge()
    expect([await keeping(), (await readOnlyHere(db)).pictures]).toEqual(['phone', true])
  })

  test('that another one replaces goes off the account with it', async () => {
    await choose()
    await keepPicture(db, of, newTap)
    await acknowledge()
    await replacePicture(db, another(), newTap)
    expect((await unsentOps(db)).map(({ kind }) => kind)).toEqual(['trackers.picture'])
    expect([await keeping(), await here()]).toEqual(['phone', 'another'])
  })

  test.each([
    ['trackerPictures', 'No room left'],
    ['outbox', 'Transaction has already completed'],
  ] as const)(
    'that another one was to replace stays in the account where %s has no room',
    async (table, message) => {
      await choose()
      await keepPicture(db, of, newTap)
      await acknowledge()
      const full = () => Promise.reject(quotaError())
      Object.assign(db[table], { put: full, add: full })
      await expect(replacePicture(db, another(), newTap)).rejects.toThrow(message)
      expect([await keeping(), await here(), await unsentOps(db)]).toEqual(['account', 'own', []])
    },
  )

  test('that is sent as a new one is in the account by its new name, and can be taken off', async () => {
    await choose()
    await keepPicture(db, of, newTap)
    const [old] = await unsentOps(db)
    const lastError = { code: 'too_old', message: 'Too old.', at: nowMs } as const
    await db.outbox.toCollection().modify({ state: 'dead', lastError })
    const again = tap()
    await sendAgain(db, old?.opId ?? '', again)
    expect(await keeping()).toBe('waiting')
    await acknowledge()
    expect(await keeping()).toBe('account')
    await takeOff(db, of, newTap)
    expect((await unsentOps(db)).map(({ payload }) => payload)).toEqual([
      { ...of, removes: again.opId },
    ])
  })

  test('whose removal was refused is in the account still', async () => {
    await choose()
    await keepPicture(db, of, newTap)
    await acknowledge()
    await takeOff(db, of, newTap)
    await db.outbox.toCollection().modify({ state: 'dead' })
    expect(await keeping()).toBe('account')
    await takeOff(db, of, newTap)
    expect((await unsentOps(db)).map(({ state }) => state)).toEqual(['pending'])
  })
})

describe('a picture of another phone', () => {
  const saved = { ...of, id: elsewhere }

  test('comes once, and is no more here alone than its answer', async () => {
    const asked = account(saved)
    await refreshPictures(db, 'secret')
    await refreshPictures(db, 'secret')
    expect([await here(), await keeping()]).toEqual(['copy', 'account'])
    expect(asked.filter(({ url }) => url.endsWith(elsewhere))).toHaveLength(1)
    expect((await readOnlyHere(db)).pictures).toBe(false)
  })

  test('takes no room from what was saved', async () => {
    const caches = installCaches('images', 'private-documents')
    answerWith(({ url }) => {
      if (url.endsWith('/pictures')) return ours({ pictures: [saved], epoch })
      fillDisk(db, 1)
      return oursRaw('copy', { headers: { 'content-type': 'image/webp' } })
    })
    await refreshPictures(db, 'secret')
    removeCaches()
    expect([await here(), ...caches]).toEqual(['copy', 'private-documents'])
  })

  test('comes also where another one fails, which is said at the end', async () => {
    const failing = { ...saved, day: day('2026-11-20'), id: '01985a3c-0000-7a10-8c00-0000000000a0' }
    answerWith(({ url }) => {
      if (url.endsWith('/pictures')) return ours({ pictures: [failing, saved], epoch })
      if (url.endsWith(failing.id))
        return ours({ code: 'internal', message: 'Try again.' }, { status: 500 })
      return oursRaw('copy', { headers: { 'content-type': 'image/webp' } })
    })
    await expect(refreshPictures(db, 'secret')).rejects.toThrow('Try again.')
    expect(await here()).toBe('copy')
  })

  test('goes when it was taken off there; one that was chosen here stays', async () => {
    account(saved)
    await refreshPictures(db, 'secret')
    account()
    await refreshPictures(db, 'secret')
    expect(await here()).toBeUndefined()
    await choose()
    await keepPicture(db, of, newTap)
    await acknowledge()
    await refreshPictures(db, 'secret')
    expect([await here(), await keeping()]).toEqual(['own', 'phone'])
  })

  test.each([
    ['stays where it is being taken off here', () => takeOff(db, of, newTap), 'copy'],
    ['leaves the one that took its place', () => replacePicture(db, another(), newTap), 'another'],
  ])('%s, although a list comes without it before the receipt', async (_, change, left) => {
    account(saved)
    await refreshPictures(db, 'secret')
    await change()
    account()
    await refreshPictures(db, 'secret')
    expect([await here(), await keeping()]).toEqual([left, 'phone'])
    await acknowledge()
    await refreshPictures(db, 'secret')
    expect([await here(), (await readOnlyHere(db)).pictures]).toEqual([left, true])
  })

  test('leaves the one that took its place, also where its removal was refused and is given up', async () => {
    account(saved)
    await refreshPictures(db, 'secret')
    await replacePicture(db, another(), newTap)
    await db.outbox.toCollection().modify({ state: 'dead' })
    for (const { opId } of await unsentOps(db)) await deleteOp(db, opId)
    account({ ...of, id: '01985a3c-0000-7a10-8c00-0000000000a2' })
    await refreshPictures(db, 'secret')
    expect([await here(), await keeping()]).toEqual(['another', 'phone'])
  })

  test('is never put over one that was chosen here, nor in place of one that is being taken off', async () => {
    await choose()
    account(saved)
    await refreshPictures(db, 'secret')
    expect([await here(), await keeping()]).toEqual(['own', 'phone'])
    await db.trackerPictures.clear()
    await refreshPictures(db, 'secret')
    await takeOff(db, of, newTap)
    await db.trackerPictures.clear()
    await refreshPictures(db, 'secret')
    expect(await here()).toBeUndefined()
    const [removal] = await unsentOps(db)
    expect(removal?.payload).toEqual({ ...of, removes: elsewhere })
    await deleteOp(db, removal?.opId ?? '')
    await refreshPictures(db, 'secret')
    expect([await here(), await keeping()]).toEqual(['copy', 'account'])
  })

  test('takes the place of an older copy', async () => {
    account(saved)
    await refreshPictures(db, 'secret')
    const newer = { ...of, id: '01985a3c-0000-7a10-8c00-0000000000a2' }
    account(newer)
    await refreshPictures(db, 'secret')
    expect((await db.trackerPictures.get(key))?.id).toBe(newer.id)
  })

  test('stays where the server was restored and may have forgotten it', async () => {
    account(saved)
    await refreshPictures(db, 'secret')
    await storeSaved(db, { pictures: [], epoch: crypto.randomUUID() }, 0)
    expect([await here(), await keeping()]).toEqual(['copy', 'phone'])
  })

  test('is not judged by a list that was asked for before the last answer', async () => {
    await choose()
    const { acks } = await picturesOnDevice(db)
    await keepPicture(db, of, newTap)
    await acknowledge()
    expect(await storeSaved(db, { pictures: [], epoch }, acks)).toEqual([])
    expect(await keeping()).toBe('account')
  })

  test('is none where the server is of an earlier build, and one that went meanwhile costs nothing', async () => {
    const gone = () => ours({ code: 'not_found', message: 'Gone.' }, { status: 404 })
    answerWith(gone)
    await refreshPictures(db, 'secret')
    answerWith(({ url }) =>
      url.endsWith('/pictures') ? ours({ pictures: [saved], epoch }) : gone(),
    )
    await refreshPictures(db, 'secret')
    expect(await here()).toBeUndefined()
  })
})

test.each([
  ['with its file', false, { again: 'sent', blobs: 1 }],
  ['as one that is over, where it was replaced since', true, { again: 'deleted', blobs: 0 }],
])('a picture goes again to a server that was restored, %s', async (_, replaced, expected) => {
  await choose()
  await keepPicture(db, of, newTap)
  const [row] = await unsentOps(db)
  if (!row) throw new Error('Nothing waits')
  await userTransaction(db, [db.sentOps], () => db.sentOps.put({ ...row, epoch, sentAt: nowMs }))
  await acknowledge()
  await userTransaction(db, [], () => db.meta.put({ key: 'epoch', epoch }))
  if (replaced) await choose('another')
  await meetEpoch(db, crypto.randomUUID(), nowMs)
  expect(await unsentOps(db)).toMatchObject([{ opId: row.opId, again: expected.again }])
  expect(await db.attachmentFiles.count()).toBe(expected.blobs)
})

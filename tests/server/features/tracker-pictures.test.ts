import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#contract/local-date.ts'
import { pictureBytesMax, picturesMax, pictureSideMax } from '#contract/trackers/picture.ts'
import { trackerPictures } from '#server/db/schema/health.ts'
import { argon2Cost } from '#server/features/account/sign-in/passwords.ts'
import {
  picturesPerHourMax,
  sweepPictures,
  waitingPicturesMax,
} from '#server/features/trackers/pictures.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { keepPictureOf } from '#tests/support/day-pictures.ts'
import { opIdAt, testDay, wireOp } from '#tests/support/ops.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { photoWithPlace, picture } from '#tests/support/pictures.ts'
import { filePart, goodPassword, tinyPdf, tinyPng } from '#tests/support/registration.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

const passwordHash = await hash(goodPassword, argon2Cost)

describe.each(databasesUnderTest('both'))('pictures that an account keeps, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let person: SignedIn

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
  })
  beforeEach(async () => {
    person = await addPerson(open.database)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const upload = (content: Uint8Array<ArrayBuffer> = tinyPng, id = opIdAt(), who = person) =>
    call(
      server.origin,
      'putTrackerPicture',
      { body: { id }, files: { file: filePart(content, 'a.png') } },
      who,
    )
  async function push(opId: string, given: object = {}, who = person) {
    const payload = { trackerType: 'Mood', day: testDay, removes: null, ...given }
    const ops = [wireOp(payload, { kind: 'trackers.picture', opId })]
    return (await call(server.origin, 'pushOps', { body: { ops } }, who)).reply.results[0]
  }
  const keep = (given: Parameters<typeof keepPictureOf>[2] = {}) =>
    keepPictureOf(server.origin, person, given)
  const list = async (who = person) =>
    (await call(server.origin, 'trackerPictures', {}, who)).reply.pictures
  const fetchIt = (id: string, who = person) =>
    call(server.origin, 'getTrackerPicture', { params: { id } }, who)
  const stored = async () =>
    (await readdir(join(server.dataDir, 'blobs'), { recursive: true })).filter((name) =>
      name.includes('tracker-pictures/'),
    ).length

  test('come back small, upright and without the place where they were taken', async () => {
    const id = await keep({ content: new Uint8Array(await photoWithPlace()) })
    expect(await list()).toEqual([{ trackerType: 'Mood', day: testDay, id }])
    const got = await fetchIt(id)
    expect([got.status, got.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const facts = await sharp(got.bytes).metadata()
    expect(facts.exif).toBeUndefined()
    const wide = await keep({ content: new Uint8Array(await picture(3_000, 10)) })
    expect((await sharp((await fetchIt(wide)).bytes).metadata()).width).toBe(pictureSideMax)
  })

  test('are nobody else’s, and none is there before it is kept', async () => {
    const id = opIdAt()
    await upload(tinyPng, id)
    expect((await fetchIt(id)).status).toBe(404)
    expect(await list()).toEqual([])
    expect(await push(id)).toMatchObject({ status: 'applied', result: { saved: id } })
    const other = await addPerson(open.database)
    expect((await fetchIt(id, other)).status).toBe(404)
    expect(await list(other)).toEqual([])
    expect(await push(opIdAt(), { removes: id }, other)).toMatchObject({ status: 'applied' })
    expect(await push(id, {}, other)).toMatchObject({ status: 'retry', code: 'file_missing' })
    expect((await fetchIt(id)).status).toBe(200)
  })

  test('are kept once, however often they come', async () => {
    const id = opIdAt()
    expect(await push(id)).toMatchObject({ status: 'retry', code: 'file_missing' })
    expect((await upload(tinyPng, id)).status).toBe(201)
    expect((await upload(tinyPng, id)).status).toBe(201)
    expect(await push(id)).toMatchObject({ status: 'applied' })
    expect(await push(id)).toMatchObject({ status: 'duplicate', result: { saved: id } })
    expect((await upload(new Uint8Array(await picture(9, 9)), id)).problem).toMatchObject({
      code: 'op_reused',
    })
    expect(await list()).toHaveLength(1)
  })

  test('make room for another one of their day, and go when they are taken off', async () => {
    await server.upkeep()
    const before = await stored()
    const first = await keep()
    const second = await keep()
    expect((await list()).map(({ id }) => id)).toEqual([second])
    expect((await fetchIt(first)).status).toBe(404)
    expect(await push(opIdAt(), { removes: first })).toMatchObject({ status: 'applied' })
    expect(await list()).toHaveLength(1)
    expect(await push(opIdAt(), { removes: second })).toMatchObject({
      status: 'applied',
      result: { saved: null, removes: second },
    })
    expect(await list()).toEqual([])
    await server.upkeep()
    expect(await stored()).toBe(before)
  })

  // The embedded database has one connection: nothing comes in between.
  test.runIf(kind === 'postgres')(
    'that waited for a week are kept, though the sweep comes while they are',
    async () => {
      const { orm, pool } = open.database
      const first = await keep()
      const id = opIdAt()
      await upload(tinyPng, id)
      const { keeping } = await orm.transaction(async (tx) => {
        const held = eq(trackerPictures.id, first)
        await tx.select().from(trackerPictures).where(held).for('update')
        const pushed = push(id)
        const waiting = `select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`
        await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
        await sweepPictures(pool, new Date(testNoonMs + 8 * 86_400_000))
        return { keeping: pushed }
      })
      expect(await keeping).toMatchObject({ status: 'applied', result: { saved: id } })
      expect((await list()).map((one) => one.id)).toEqual([id])
      expect((await fetchIt(id)).status).toBe(200)
    },
  )

  test('are refused for what is no picture, too large, or of a day to come', async () => {
    expect((await upload(tinyPdf)).problem).toMatchObject({ code: 'invalid_file' })
    const large = new Uint8Array(pictureBytesMax + 1)
    large.set(tinyPng)
    expect((await upload(large)).problem).toMatchObject({ code: 'invalid_file' })
    const id = opIdAt()
    await upload(tinyPng, id)
    expect(await push(id, { day: addDays(testDay, 5) })).toMatchObject({
      status: 'rejected',
      code: 'date_out_of_range',
    })
  })

  test('have their number, waiting and kept', async () => {
    const row = (day: string | null) => ({
      userId: person.id,
      id: opIdAt(),
      trackerType: day === null ? null : ('Sleep' as const),
      day: day === null ? null : addDays(testDay, Number(day)),
      blobKey: `tracker-pictures/${opIdAt()}.webp`,
      sentHash: 'x',
      bytes: 1,
      createdAt: new Date(testNoonMs),
    })
    const saved = Array.from({ length: picturesMax }, (_, index) => row(String(-index)))
    await open.database.orm.insert(trackerPictures).values(saved)
    const id = opIdAt()
    await upload(tinyPng, id)
    expect(await push(id)).toMatchObject({ status: 'rejected', code: 'wrong_state' })
    expect(await push(id, { trackerType: 'Sleep' })).toMatchObject({ status: 'applied' })
    const waiting = Array.from({ length: waitingPicturesMax }, () => row(null))
    await open.database.orm.insert(trackerPictures).values(waiting)
    expect((await upload()).status).toBe(429)
    const day = 86_400_000
    await sweepPictures(open.database.pool, new Date(testNoonMs + 8 * day))
    expect((await upload()).status).toBe(201)
    expect(picturesPerHourMax).toBeGreaterThan(waitingPicturesMax)
  })

  test('are in the export, and leave with the account', async () => {
    await server.upkeep()
    const before = await stored()
    person = await addPerson(open.database, { passwordHash })
    const id = await keep()
    const { reply } = await call(server.origin, 'exportMyData', {}, person)
    expect(reply).toMatchObject({
      trackerPictures: [
        { trackerType: 'Mood', day: testDay, file: `/api/trackers/pictures/${id}` },
      ],
    })
    await call(server.origin, 'deleteAccount', { body: { password: goodPassword } }, person)
    await server.upkeep()
    expect(await stored()).toBe(before)
  })
})

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '#server/db/schema/account.ts'
import { imageChangesPerHourMax } from '#server/features/account/profile/profile.ts'
import { ownPasswordTriesMax, argon2Cost } from '#server/features/account/sign-in/passwords.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPerson, addSession, type SignedIn } from '#tests/support/people.ts'
import { picture } from '#tests/support/pictures.ts'
import { askForCode } from '#tests/support/recovery.ts'
import { filePart, goodPassword, tinyPdf } from '#tests/support/registration.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addImage, addResume } from '#tests/support/stored-files.ts'

const passwordHash = await hash(goodPassword, argon2Cost)
const newPassword = 'Other-Pass1!'

describe.each(databasesUnderTest())('what people change about themselves, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const blobs = async (folder: string) =>
    new Set(await readdir(join(server.dataDir, 'blobs', folder)).catch(() => []))
  const setImage = async ({ id, token }: SignedIn, content: Buffer) => {
    const files = { profileImg: filePart(Buffer.from(content)) }
    return call(server.origin, 'updateProfileImage', { params: { id }, body: {}, files }, { token })
  }
  const image = (file: string, { token }: Pick<SignedIn, 'token'>) =>
    call(server.origin, 'getProfileImage', { params: { file } }, { token })
  const setPassword = (person: SignedIn, body: { oldPassword: string; newPassword: string }) =>
    call(server.origin, 'updatePassword', { params: { id: person.id }, body }, person)
  const isSignedIn = async (token: string) =>
    (await call(server.origin, 'listSessions', {}, { token })).status === 200

  test('is an image in the place of the one before, which is gone', async () => {
    const person = await addPerson(open.database)
    const first = await setImage(person, await picture(40, 40))
    expect(first.reply).toMatchObject({ view: 'full', profileImg: expect.stringMatching(/webp$/) })
    const second = await setImage(person, await picture(50, 50, 'jpeg'))
    expect(second.reply.profileImg).not.toBe(first.reply.profileImg)
    expect((await image(first.reply.profileImg ?? '', person)).status).toBe(404)
    expect(await blobs('profile-images')).toEqual(new Set([second.reply.profileImg]))
    const stored = await image(second.reply.profileImg ?? '', person)
    expect(stored.bytes.subarray(8, 12).toString()).toBe('WEBP')
  })

  test('is refused in the words that the specification has for an image that is changed', async () => {
    const { id, token } = await addPerson(open.database)
    const words = async (files: { profileImg?: File }) => {
      const request = { params: { id }, body: {}, files }
      const { status, bytes } = await call(server.origin, 'updateProfileImage', request, { token })
      return [status, JSON.parse(bytes.toString()).message]
    }
    const picked = (content: string | Buffer) => ({ profileImg: filePart(Buffer.from(content)) })
    expect(await words({})).toEqual([400, 'Please select an image to upload.'])
    const unfit = [400, 'Please upload a PNG/JPG image (max 5MB).']
    expect(await words(picked('This is no picture'))).toEqual(unfit)
    expect(await words(picked((await picture(9, 9)).subarray(0, 20)))).toEqual(unfit)
  })

  test('asks for the password before by name', async () => {
    const person = await addPerson(open.database)
    const words = async (body: { oldPassword?: string; newPassword?: string }) => {
      const { status, bytes } = await setPassword(person, body as Required<typeof body>)
      return [status, JSON.parse(bytes.toString()).message]
    }
    for (const oldPassword of ['', undefined]) {
      expect(await words({ oldPassword, newPassword })).toEqual([400, 'Old password is required.'])
    }
    for (const missing of ['', undefined]) {
      const asked = { oldPassword: newPassword, newPassword: missing }
      expect(await words(asked)).toEqual([400, 'New password is required.'])
    }
  })

  test('is one image of several that are sent at once, and no file of the others stays', async () => {
    const person = await addPerson(open.database)
    const before = await blobs('profile-images')
    const content = await picture(30, 30)
    await Promise.all(Array.from({ length: 5 }, () => setImage(person, content)))
    const [row] = await open.database.orm.select().from(users).where(eq(users.id, person.id))
    expect(await blobs('profile-images')).toEqual(before.add(row?.profileImg ?? ''))
  })

  test('is an image so often an hour', async () => {
    const person = await addPerson(open.database)
    const broken = Buffer.from([0xff, 0xd8, 0xff])
    for (let time = 0; time < imageChangesPerHourMax; time += 1) {
      expect((await setImage(person, broken)).problem.code).toBe('invalid_file')
    }
    expect((await setImage(person, broken)).problem.code).toBe('rate_limited')
  })

  test('is a bio of some length, in any case of the id', async () => {
    const { id, token } = await addPerson(open.database)
    const set = (bio: string) =>
      call(
        server.origin,
        'updateBio',
        { params: { id: id.toUpperCase() }, body: { bio } },
        { token },
      )
    expect((await set('  About me  ')).reply).toMatchObject({ bio: 'About me' })
    expect((await set(' ')).problem.fields).toEqual({ bio: 'Bio is required.' })
    expect((await set('x'.repeat(2_001))).problem.fields).toEqual({
      bio: 'At most 2000 characters',
    })
  })

  test('is a password, which ends every other session and every reset code', async () => {
    const person = await addPerson(open.database, { passwordHash })
    const elsewhere = await addSession(open.database, person.id)
    const { code, cookie } = await askForCode(server, person.user.email)
    const done = await setPassword(person, { oldPassword: goodPassword, newPassword })
    expect(done.status).toBe(204)
    expect([await isSignedIn(person.token), await isSignedIn(elsewhere)]).toEqual([true, false])
    const body = { otp: code, newPassword: goodPassword }
    const reset = await call(server.origin, 'resetPassword', { body }, { headers: { cookie } })
    expect(reset.problem.code).toBe('invalid_code')
    const login = (password: string) =>
      call(server.origin, 'login', { body: { email: person.user.email, password } })
    expect((await login(goodPassword)).status).toBe(401)
    expect((await login(newPassword)).status).toBe(200)
  })

  test('is no password without the old one, and not after too many tries', async () => {
    const person = await addPerson(open.database, { passwordHash })
    const guess = { oldPassword: 'Wrong-Pass1!', newPassword }
    for (let time = 0; time < ownPasswordTriesMax; time += 1) {
      const { status, problem } = await setPassword(person, guess)
      expect([status, problem]).toEqual([
        400,
        {
          code: 'wrong_password',
          message: 'This is not your current password.',
          fields: { oldPassword: 'This is not your current password.' },
        },
      ])
    }
    const right = { oldPassword: goodPassword, newPassword }
    expect((await setPassword(person, right)).problem.code).toBe('rate_limited')
  })

  test('is no weak password', async () => {
    const person = await addPerson(open.database, { passwordHash })
    const weak = { oldPassword: goodPassword, newPassword: 'weakweak' }
    expect((await setPassword(person, weak)).problem.fields?.['newPassword']).toContain('uppercase')
  })

  test('is nothing of anybody else, who cannot be told from nobody', async () => {
    const [person, other] = [await addPerson(open.database), await addPerson(open.database)]
    for (const id of [other.id, uuidv7()]) {
      const answer = await setImage({ ...person, id }, await picture(9, 9))
      expect(answer.problem).toEqual({ code: 'not_found', message: 'User not found.' })
    }
    expect((await readdir(join(server.dataDir, 'tmp'))).length).toBe(0)
  })

  test('comes with an image that browsers keep for this person alone, and that does nothing', async () => {
    const person = await addPerson(open.database)
    const file = await addImage(server, open.database, person.id)
    const { headers } = await image(file, person)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      vary: 'authorization',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    })
  })

  test('comes with an image that others see as long as they see the person', async () => {
    const viewer = await addPerson(open.database)
    const listed = await addPerson(open.database, {
      userType: 'ServiceProvider',
      verifiedAt: new Date(0),
    })
    const file = await addImage(server, open.database, listed.id)
    expect((await image(file, viewer)).status).toBe(200)
    await open.database.orm.update(users).set({ verifiedAt: null }).where(eq(users.id, listed.id))
    expect((await image(file, viewer)).status).toBe(404)
    expect((await image(`${uuidv7()}.webp`, viewer)).status).toBe(404)
    for (const name of ['../../db', 'x.webp', `${uuidv7()}.svg`, '%2e%2e']) {
      expect([name, (await image(name, viewer)).status]).toEqual([name, 404])
    }
  })

  test('gives papers as files to keep, and HEAD without them', async () => {
    const provider = await addPerson(open.database, { userType: 'ServiceProvider' })
    await addResume(server, open.database, provider.id)
    const params = { id: provider.id, paper: 'resume' as const }
    const paper = await call(server.origin, 'getPaper', { params }, provider)
    expect(paper.bytes).toEqual(tinyPdf)
    expect(Object.fromEntries(paper.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="resume.pdf"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(paper.headers.get('content-security-policy')).toContain('sandbox')
    const head = await fetch(`${server.origin}/api/user/${provider.id}/papers/resume`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${provider.token}` },
    })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(tinyPdf.length),
      '',
    ])
    const license = { params: { id: provider.id, paper: 'workLicense' as const } }
    expect((await call(server.origin, 'getPaper', license, provider)).status).toBe(404)
  })

  test('shows one score to oneself', async () => {
    const person = await addPerson(open.database, { score: 70 })
    const params = { userId: person.id }
    expect((await call(server.origin, 'getScore', { params }, person)).reply).toEqual({ score: 70 })
  })
})

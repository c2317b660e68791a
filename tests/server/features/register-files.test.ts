import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  fileBytesMax,
  fileTooLargeText,
  profileImageRule,
  resumeRule,
  workLicenseRule,
} from '#contract/file-rule.ts'
import { users } from '#server/db/schema/account.ts'
import { providerPapers } from '#server/db/schema/providers.ts'
import { blobRemovals } from '#server/db/schema/upkeep.ts'
import { tooManyPixelsText } from '#server/http/static/pictures.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { docxOf, oleWith, picture, pngBomb, zipOf } from '#tests/support/pictures.ts'
import {
  filePart,
  goodPassword,
  providerRegistration,
  registration,
  tinyPdf,
  tinyPng,
} from '#tests/support/registration.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const adult = { birthDate: '1990-05-05' }
const docx = docxOf(1_000)

describe.each(databasesUnderTest())('registering with files, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let count = 0

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  function someone() {
    count += 1
    return { email: `p${count}@example.org`, username: `person${count}` }
  }
  const blobs = async () => {
    const names = await readdir(join(server.dataDir, 'blobs'), { recursive: true }).catch(() => [])
    return names.filter((name) => name.includes('/'))
  }
  const provider = (files: Record<string, File>, given: object = {}) => {
    const sent = providerRegistration({ ...someone(), ...given })
    return call(server.origin, 'registerServiceProvider', {
      body: sent.body,
      files: { ...sent.files, ...files },
    })
  }

  /** Nothing stored: no person, no file, and nothing waiting to be removed. */
  async function changingNothing(work: () => Promise<void>): Promise<void> {
    const before = [await open.database.orm.$count(users), await blobs()]
    await work()
    expect([await open.database.orm.$count(users), await blobs()]).toEqual(before)
    expect(await readdir(join(server.dataDir, 'tmp'))).toEqual([])
    expect(await open.database.orm.$count(blobRemovals)).toBe(0)
  }

  test('keeps the image as WebP under a name that tells nothing', async () => {
    const { body } = registration(someone())
    const files = { profileImg: filePart(Buffer.from(await picture(900, 600, 'jpeg')), 'nour.jpg') }
    expect((await call(server.origin, 'registerAdolescent', { body, files })).status).toBe(201)
    const [user] = await open.database.orm.select().from(users).where(eq(users.email, body.email))
    expect(user?.profileImg).toMatch(/^[0-9a-f-]{36}\.webp$/)
    const stored = await readFile(
      join(server.dataDir, 'blobs/profile-images', user?.profileImg ?? ''),
    )
    expect(stored.subarray(8, 12).toString()).toBe('WEBP')
    expect(await readdir(join(server.dataDir, 'tmp'))).toEqual([])
  })

  test('makes parents, who are verified as nothing', async () => {
    const input = registration({ ...someone(), ...adult })
    const { reply } = await call(server.origin, 'registerParent', input)
    const id = eq(users.id, reply.userPayload._id)
    const [user] = await open.database.orm.select().from(users).where(id)
    expect(user).toMatchObject({ userType: 'Parent', verifiedAt: null, specialization: null })
  })

  test('keeps the papers of a provider byte for byte, and waits for a review', async () => {
    const { reply } = await provider({ workLicense: filePart(tinyPng, 'license.png') })
    const userId = reply.userPayload._id
    const [user] = await open.database.orm.select().from(users).where(eq(users.id, userId))
    expect(user).toMatchObject({
      userType: 'ServiceProvider',
      specialization: 'Psychotherapist',
      verifiedAt: null,
    })
    const papers = await open.database.orm
      .select()
      .from(providerPapers)
      .where(eq(providerPapers.userId, userId))
      .orderBy(providerPapers.paper)
    expect(papers.map(({ paper, kind, bytes }) => [paper, kind, bytes])).toEqual([
      ['resume', 'pdf', tinyPdf.length],
      ['workLicense', 'png', tinyPng.length],
    ])
    const resume = join(server.dataDir, 'blobs', papers[0]?.blobKey ?? '')
    expect(await readFile(resume)).toEqual(tinyPdf)
  })

  test('lists a provider at once where nobody reviews them', async () => {
    const open2 = await startTestServer(open.database, { reviewProviders: false })
    const input = providerRegistration(someone())
    const { reply } = await call(open2.origin, 'registerServiceProvider', input)
    const [user] = await open.database.orm
      .select()
      .from(users)
      .where(eq(users.id, reply.userPayload._id))
    expect(user?.verifiedAt).not.toBeNull()
    await open2.close()
  })

  test.each([
    ['a Word document', docx, 'docx'],
    ['an old Word document', oleWith('WordDocument'), 'doc'],
    ['a picture', tinyPng, 'png'],
    ['a PDF of exactly 5 MB', paddedPdf(fileBytesMax), 'pdf'],
    ['a Word document that would unpack to 200 MB', docxOf(200_000_000), 'docx'],
  ])('takes %s as a resume, whatever it is called', async (_, content, kindFound) => {
    const { reply } = await provider({ resume: filePart(Buffer.from(content), 'x.exe') })
    const [paper] = await open.database.orm
      .select()
      .from(providerPapers)
      .where(eq(providerPapers.userId, reply.userPayload._id))
    expect([paper?.kind, paper?.bytes]).toEqual([kindFound, content.length])
  })

  test.each([
    ['profileImg', 'a text named .png', 'no picture', profileImageRule.kindText],
    [
      'profileImg',
      'an SVG',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      profileImageRule.kindText,
    ],
    ['profileImg', 'a PDF', tinyPdf, profileImageRule.kindText],
    ['profileImg', 'a page', '<!doctype html><script>alert(1)</script>', profileImageRule.kindText],
    [
      'profileImg',
      'what is a PNG by its first bytes alone',
      tinyPng.subarray(0, 9),
      profileImageRule.kindText,
    ],
    ['profileImg', 'a PNG bomb', pngBomb(50_000, 50_000), tooManyPixelsText],
    ['profileImg', 'too large', padded(tinyPng, fileBytesMax + 1), fileTooLargeText],
    ['resume', 'a zip', zipOf('a.txt', 10), resumeRule.kindText],
    ['resume', 'a table of old', oleWith('Workbook'), resumeRule.kindText],
    ['resume', 'a text', 'My life', resumeRule.kindText],
    ['resume', 'too large', padded(tinyPdf, fileBytesMax + 1), fileTooLargeText],
    ['workLicense', 'a Word document', docx, workLicenseRule.kindText],
    ['workLicense', 'an SVG', '<svg/>', workLicenseRule.kindText],
    ['workLicense', 'too large', padded(tinyPdf, 6_000_000), fileTooLargeText],
  ])('refuses a %s that is %s, and stores nothing', async (field, _, content, text) => {
    await changingNothing(async () => {
      const file = filePart(typeof content === 'string' ? content : Buffer.from(content), 'me.png')
      const { status, problem } = await provider({ [field]: file })
      expect([status, problem.code, problem.fields]).toEqual([
        400,
        'invalid_file',
        { [field]: text },
      ])
    })
  })

  test.each(['profileImg', 'resume'])('asks a provider for the %s', async (missing) => {
    await changingNothing(async () => {
      const { problem } = await provider({ [missing]: filePart('', '') })
      expect(problem).toMatchObject({
        code: 'invalid_input',
        fields: { [missing]: `${missing} is required` },
      })
    })
  })

  test('stores no file of an e-mail taken meanwhile', async () => {
    const taken = someone()
    await provider({}, taken)
    await changingNothing(async () => {
      const answer = await provider({ workLicense: filePart(tinyPdf) }, taken)
      expect(answer.problem.code).toBe('email_taken')
    })
  })

  test('stores no file of somebody too young', async () => {
    await changingNothing(async () => {
      const { problem } = await provider({}, { birthDate: '2008-06-16' })
      expect(problem.fields).toEqual({ birthDate: 'You must be at least 18 years old' })
    })
  })

  test('opens a session for none of them before they log in', async () => {
    const one = someone()
    await provider({}, one)
    const body = { email: one.email, password: goodPassword }
    expect((await call(server.origin, 'login', { body })).status).toBe(200)
  })
})

/** A PDF with nothing in its middle. */
function paddedPdf(bytes: number): Buffer {
  return Buffer.concat([padded(tinyPdf, bytes - tinyPdf.length), tinyPdf])
}

function padded(start: Buffer, bytes: number): Buffer {
  const file = Buffer.alloc(bytes)
  file.set(start)
  return file
}

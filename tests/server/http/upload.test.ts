import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileBytesMax, fileTooLargeText, profileImageRule } from '#contract/file-rule.ts'
import { users } from '#server/db/schema/account.ts'
import { openUploadFolder } from '#server/http/uploads/upload.ts'
import { call, problemOf } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { filePart, registration, registrationFields, tinyPng } from '#tests/support/registration.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

describe.each(databasesUnderTest())('an upload, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let person: SignedIn

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
    person = await addPerson(open.database)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const filesIn = (folder: string) =>
    readdir(join(server.dataDir, folder), { recursive: true }).catch(() => [])
  async function leavesNothing(): Promise<void> {
    expect(await filesIn('tmp')).toEqual([])
    const stored = (await filesIn('blobs')).filter((name) => name.includes('/'))
    expect(stored).toEqual([])
    expect(await open.database.orm.$count(users)).toBe(1)
  }
  const register = (body: BodyInit, headers: Record<string, string> = {}) =>
    problemOf(server.origin, '/auth/register/Adolescent', { method: 'POST', body, headers })

  test('that is cut half-way leaves nothing', async () => {
    const { port } = new URL(server.origin)
    const socket = connect(Number(port), '127.0.0.1')
    const form = multipart({ ...registrationFields() }, { profileImg: tinyPng })
    const head = form.subarray(0, form.length - 20)
    socket.write(
      `POST /api/auth/register/Adolescent HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${form.length + 100_000}\r\n\r\n`,
    )
    socket.write(head)
    while ((await filesIn('tmp')).length === 0) await nextTurn()
    socket.destroy()
    while ((await filesIn('tmp')).length > 0) await nextTurn()
    expect(await filesIn('tmp')).toEqual([])
    await leavesNothing()
  })

  test('that ends before its form does is refused, whole as its length may be', async () => {
    const form = multipart({ ...registrationFields() }, { profileImg: tinyPng })
    const type = { 'content-type': 'multipart/form-data; boundary=b' }
    for (const length of [form.length - 6, form.length - 30, 300, 40]) {
      const answer = await register(form.subarray(0, length), type)
      expect([length, answer.problem.code]).toEqual([length, 'upload_incomplete'])
    }
    await leavesNothing()
  })

  test.each([
    ['no boundary', 'multipart/form-data', 'x'],
    [
      'a part with a broken head',
      'multipart/form-data; boundary=b',
      '--b\r\nno head at all\r\n\r\nx\r\n--b--\r\n',
    ],
  ])('with %s is refused', async (_, type, body) => {
    const answer = await register(body, { 'content-type': type })
    expect(answer.problem.code).toBe('invalid_input')
    await leavesNothing()
  })

  test('of more fields or files than any form has is refused', async () => {
    const fields = new FormData()
    for (let count = 0; count < 60; count += 1) fields.set(`field${count}`, 'x')
    expect((await register(fields)).problem.code).toBe('invalid_input')
    const files = new FormData()
    for (let count = 0; count < 20; count += 1) files.set(`file${count}`, filePart('x'))
    expect((await register(files)).problem.code).toBe('invalid_input')
    await leavesNothing()
  })

  test('says at which field each file and each text is wrong, all at once', async () => {
    const { body } = registration({ email: 'no address', firstname: '' })
    const files = { profileImg: filePart('<svg/>', 'me.png'), stray: filePart('x') }
    const answer = await call(server.origin, 'registerAdolescent', { body, files })
    expect(answer.problem).toMatchObject({
      code: 'invalid_input',
      fields: {
        email: 'Invalid email format',
        firstname: 'First name is required',
        profileImg: profileImageRule.kindText,
        stray: 'Files are not taken here.',
      },
    })
    await leavesNothing()
  })

  test('takes one file for a field', async () => {
    const form = new FormData()
    form.append('profileImg', filePart(tinyPng))
    form.append('profileImg', filePart(tinyPng))
    const answer = await problemOf(server.origin, `/user/${person.id}/profileImg`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${person.token}` },
      body: form,
    })
    expect(answer.problem.fields).toEqual({ profileImg: 'Only one file is taken here.' })
    await leavesNothing()
  })

  test.each([
    ['one byte too large', fileBytesMax + 1],
    ['of 6 MB', 6 * 1024 * 1024],
    ['of 8 MB', 8 * 1024 * 1024],
  ])('of a file %s says so at its field', async (_, bytes) => {
    const content = Buffer.alloc(bytes)
    content.set(tinyPng)
    const files = { profileImg: filePart(content) }
    const { body } = registration()
    const answer = await call(server.origin, 'registerAdolescent', { body, files })
    expect([answer.status, answer.problem.code, answer.problem.fields]).toEqual([
      400,
      'invalid_file',
      { profileImg: fileTooLargeText },
    ])
    await leavesNothing()
  })

  test('of a field where nothing was chosen is a field without a file', async () => {
    const files = { profileImg: filePart('', '') }
    const answer = await call(server.origin, 'registerAdolescent', { ...registration(), files })
    expect(answer.problem).toMatchObject({
      code: 'invalid_input',
      fields: { profileImg: 'profileImg is required' },
    })
    await leavesNothing()
  })

  test('of many one after the other goes through', async () => {
    for (let count = 0; count < 30; count += 1) {
      const input = { params: { id: person.id }, body: {}, files: { profileImg: filePart('no') } }
      const options = { token: person.token }
      const { problem } = await call(server.origin, 'updateProfileImage', input, options)
      expect(problem.code).toBe('invalid_file')
    }
    await leavesNothing()
  })
})

describe('the folder for uploads', () => {
  test('is swept at start: of everything by its only owner, of old files by one of several', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'zync-folder-'))
    const nowMs = Date.parse('2026-06-15T12:00:00Z')
    const options = { newId: () => 'id', now: () => nowMs }
    const fill = async () => {
      for (const [name, ageMinutes] of [
        ['old', 16],
        ['young', 14],
      ] as const) {
        await writeFile(join(directory, name), 'x')
        const at = new Date(nowMs - ageMinutes * 60_000)
        await utimes(join(directory, name), at, at)
      }
    }
    await fill()
    await openUploadFolder(directory, { ...options, alone: false })
    expect(await readdir(directory)).toEqual(['young'])
    await fill()
    await mkdir(join(directory, 'folder'))
    await openUploadFolder(directory, { ...options, alone: true })
    expect(await readdir(directory)).toEqual([])
    await rm(directory, { recursive: true, force: true })
  })
})

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function multipart(
  fields: Record<string, string>,
  files: Record<string, Buffer>,
): Buffer<ArrayBuffer> {
  const parts: Buffer[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  for (const [name, content] of Object.entries(files)) {
    const head = `--b\r\ncontent-disposition: form-data; name="${name}"; filename="f"\r\n\r\n`
    parts.push(Buffer.from(head), content, Buffer.from('\r\n'))
  }
  return Buffer.from(Buffer.concat([...parts, Buffer.from('--b--\r\n')]))
}

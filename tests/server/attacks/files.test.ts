import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chatFiles } from '#server/db/schema/connections.ts'
import { clamdScanner } from '#server/ports/scanner/clamd.ts'
import { call } from '#tests/support/call.ts'
import { addPair, type Pair } from '#tests/support/chats.ts'
import { startClamdFake, type ClamdFake } from '#tests/support/clamd-fake.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { docxOf, mp3Of } from '#tests/support/pictures.ts'
import { filePart, providerRegistration, tinyPdf } from '#tests/support/registration.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

/** Programs, each as its attacker would dress it. */
const programs: readonly (readonly [name: string, content: Buffer])[] = [
  ['free-robux.bat', Buffer.from('@echo off\r\nrem %PDF-1.4\r\nformat c:\r\nrem %%EOF')],
  ['homework.html', Buffer.from('<!-- %PDF-1.4 %%EOF --><script>alert(1)</script>')],
  ['song.hta', Buffer.from('ID3\u0004\0\0\0\0\0\0<script>new ActiveXObject("x")</script>')],
  ['run.js', Buffer.from('//%PDF-\nWScript.Shell')],
  ['app.exe', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200), tinyPdf])],
  ['install.sh', Buffer.from('#!/bin/sh\n# %PDF-1.7\nrm -rf ~\n# %%EOF')],
  ['note.scr', Buffer.concat([Buffer.from('MZ'), docxOf()])],
  ['x.desktop', Buffer.from('[Desktop Entry]\nExec=sh\n#%PDF-%%EOF')],
  ['macros.docx', docxOf(100, ['word/vbaProject.bin'])],
]
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('-')

describe.each(databasesUnderTest())('a file from somebody with a bad mind, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let pair: Pair
  let count = 0

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
  })
  beforeEach(async () => {
    pair = await addPair(open.database)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const post = (name: string, content: Buffer) =>
    call(
      server.origin,
      'postMessage',
      {
        params: { chatId: pair.chatId },
        body: { content: '', id: uuidv7() },
        files: { file: filePart(new Uint8Array(content), name) },
      },
      pair.provider,
    )
  const register = (resume: File) => {
    count += 1
    const own = { email: `p${count}@example.org`, username: `someone-${count}x` }
    const { body, files } = providerRegistration(own)
    return call(server.origin, 'registerServiceProvider', { body, files: { ...files, resume } })
  }

  test.each(programs)('is refused in a chat and as a paper: %s', async (name, content) => {
    const refused = await post(name, content)
    expect([refused.status, refused.problem.code]).toEqual([400, 'invalid_file'])
    const paper = await register(filePart(new Uint8Array(content), name))
    expect([paper.status, paper.problem.code]).toEqual([400, 'invalid_file'])
  })

  test.each([
    ['free-robux.bat', tinyPdf, 'free-robux.pdf'],
    ['homework.html', tinyPdf, 'homework.pdf'],
    ['song.hta', mp3Of(20), 'song.mp3'],
    ['note.scr', docxOf(), 'note.docx'],
    ['photo.png.exe', tinyPdf, 'photo.png.pdf'],
    ['plan.pdf.', tinyPdf, 'plan.pdf'],
    ['install', tinyPdf, 'install.pdf'],
    ['.desktop', tinyPdf, 'file.pdf'],
    ['Plan.PDF', tinyPdf, 'Plan.PDF'],
  ])('that is harmless is given as what it is: %s', async (name, content, shown) => {
    const { reply } = await post(name, content)
    expect(reply.file?.name).toBe(shown)
    const [file = ''] = /[^/]+$/.exec(reply.fileUrl ?? '') ?? []
    const params = { chatId: pair.chatId, file }
    const served = await call(server.origin, 'getChatFile', { params }, pair.client)
    const disposition = served.headers.get('content-disposition')
    expect(disposition).toBe(`attachment; filename*=UTF-8''${encodeURIComponent(shown)}`)
    expect(served.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('of an older version leaves with the ending of its kind, wherever it is named', async () => {
    const { reply } = await post('plan.pdf', tinyPdf)
    const mine = eq(chatFiles.messageId, reply._id)
    await open.database.orm.update(chatFiles).set({ name: 'plan.hta' }).where(mine)
    const params = { chatId: pair.chatId }
    const read = await call(server.origin, 'getMessages', { params, query: {} }, pair.client)
    expect(read.reply.messages.at(-1)?.file?.name).toBe('plan.pdf')
    const file = { ...params, file: `${reply._id}.pdf` }
    const served = await call(server.origin, 'getChatFile', { params: file }, pair.client)
    expect(served.headers.get('content-disposition')).toContain('plan.pdf')
  })

  test('that holds the test virus is refused, inside a document too', async () => {
    const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.from(eicar), tinyPdf])
    const refused = await post('plan.pdf', pdf)
    expect(refused.problem.fields).toEqual({ file: 'This file holds something harmful.' })
    const paper = await register(filePart(new Uint8Array(pdf), 'cv.pdf'))
    expect(paper.problem.fields).toEqual({ resume: 'This file holds something harmful.' })
  })
})

describe('a clamd', () => {
  const marker = 'known-to-be-harmful'
  let clamd: ClamdFake
  let open: TestDatabase
  let server: TestServer
  let pair: Pair

  beforeAll(async () => {
    clamd = await startClamdFake(marker)
    open = await openTestDatabase(databasesUnderTest()[0] ?? 'embedded')
    server = await startTestServer(open.database, { scanner: await clamdScanner(clamd.address) })
    pair = await addPair(open.database)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const post = (content: Buffer) =>
    call(
      server.origin,
      'postMessage',
      {
        params: { chatId: pair.chatId },
        body: { content: '', id: uuidv7() },
        files: { file: filePart(new Uint8Array(content), 'plan.pdf') },
      },
      pair.provider,
    )

  test('sees every file of a kind that is taken, and its find is refused', async () => {
    expect((await post(tinyPdf)).status).toBe(201)
    const harmful = Buffer.concat([Buffer.from(`%PDF-1.4\n${marker}\n`), tinyPdf])
    expect((await post(harmful)).problem.fields).toEqual({
      file: 'This file holds something harmful.',
    })
    expect((await post(Buffer.from('MZ'))).problem.code).toBe('invalid_file')
    expect(clamd.scanned()).toBe(2)
  })

  test('that does not answer lets nothing in unseen, and asks to try again', async () => {
    await clamd.close()
    const refused = await post(tinyPdf)
    expect([refused.status, refused.problem.code]).toEqual([503, 'busy'])
    expect(refused.headers.get('retry-after')).toBe('30')
  })
})

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resetMail } from '#server/features/account/recovery/email-codes.ts'
import {
  openMail,
  smtpMail,
  type Mail,
  type MailPort,
  createMailQueue,
  MailNotSent,
} from '#server/ports/mail/mail.ts'
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts'

const mail = resetMail('nour@example.org', '012345', 'en')
const from = 'Zync <no-reply@zync.example>'

function logInto(lines: string[]) {
  return pino(
    { level: 'trace', base: null, timestamp: false },
    { write: (line: string) => lines.push(line) },
  )
}

describe('mail through a mail server', () => {
  let server: MailServer
  beforeAll(async () => {
    server = await startMailServer()
  })
  afterAll(() => server.close())

  test('arrives, from us, with the code in its text', async () => {
    const port = smtpMail({ smtpUrl: server.smtpUrl, from })
    await port.send(mail)
    port.close()
    const [arrived] = server.delivered
    expect(arrived).toMatchObject({
      from: 'no-reply@zync.example',
      to: ['nour@example.org'],
    })
    expect(arrived?.source).toContain('From: Zync <no-reply@zync.example>')
    expect(arrived?.source).toMatch(/Your code is 012345\./)
    expect(arrived?.source).toMatch(/^Subject: (?!.*012345)/m)
  })

  test('is tried three times by the queue, which says nothing of the person', async () => {
    const before = server.delivered.length
    const lines: string[] = []
    const pauses: number[] = []
    server.failNext(2)
    const queue = createMailQueue(smtpMail({ smtpUrl: server.smtpUrl, from }), {
      log: logInto(lines),
      pause: async (ms) => pauses.push(ms),
    })
    queue.add(mail)
    while (server.delivered.length === before) await new Promise((next) => setImmediate(next))
    await queue.stop()
    expect(pauses).toEqual([1_000, 5_000])
    expect(lines).toHaveLength(2)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      code: 'EMESSAGE',
      responseCode: 451,
    })
    expect(lines.join('')).not.toMatch(/nour|012345|example/)
  })

  test('has the same name at every try of its job, so that it is shown once where it came twice', async () => {
    const before = server.delivered.length
    const queue = createMailQueue(smtpMail({ smtpUrl: server.smtpUrl, from }), {
      log: logInto([]),
    })
    server.failNext(1)
    await expect(queue.send(mail, { id: 'job-1' })).rejects.toThrow(MailNotSent)
    for (const id of ['job-1', 'job-1', 'job-2']) await queue.send(mail, { id })
    await queue.stop()
    const names = server.delivered
      .slice(before)
      .map((one) => /^Message-ID: (.+)\r$/m.exec(one.source)?.[1])
    expect(names).toEqual(['<job-1@zync.example>', '<job-1@zync.example>', '<job-2@zync.example>'])
  })

  test('is refused with a wrong password, and the queue goes on', async () => {
    const lines: string[] = []
    const wrong = server.smtpUrl.replace('p%40ss', 'guess')
    const queue = createMailQueue(smtpMail({ smtpUrl: wrong, from }), {
      log: logInto(lines),
      pause: async () => undefined,
    })
    queue.add(mail)
    queue.add(mail)
    await queue.stop()
    expect(lines.length).toBeGreaterThanOrEqual(2)
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ code: 'EAUTH' })
  })
})

describe('a mail server that hangs', () => {
  const patience = { connectMs: 100, silenceMs: 100 }

  test.each([
    ['before its greeting', []],
    ['after its greeting', ['220 ready']],
    ['in the middle of a message', ['220 ready', '250 hello', '250 from', '250 to', '354 go on']],
  ])('%s is given up, so that its job comes again', async (_when, answers) => {
    const sockets: Socket[] = []
    const server = createServer((socket) => {
      sockets.push(socket)
      const left = [...answers]
      const say = () => socket.write(left.length > 0 ? `${left.shift()}\r\n` : '')
      say()
      socket.on('data', say).on('error', () => undefined)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const hanging = smtpMail({
      smtpUrl: `smtp://127.0.0.1:${port}`,
      from,
      patience,
    })
    await expect(hanging.send(mail)).rejects.toMatchObject({
      code: 'ETIMEDOUT',
    })
    hanging.close()
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
})

describe('mail without a mail server', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'zync-mail-'))
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))
  const open = (production: boolean, lines: string[]) =>
    openMail({
      smtp: undefined,
      production,
      dataDir,
      newId: () => 'an-id',
      log: logInto(lines),
    })

  test('becomes a file in development, and the log names the file alone', async () => {
    const lines: string[] = []
    await open(false, lines).send(mail)
    const file = join(dataDir, 'mail', 'an-id.eml')
    expect(await readFile(file, 'utf8')).toMatch(/^To: nour@example\.org\r$/m)
    expect(JSON.parse(lines.join(''))).toMatchObject({ file })
    expect(lines.join('')).not.toMatch(/nour|012345/)
  })

  test('is off in production, which the log says at once', async () => {
    const lines: string[] = []
    const port = open(true, lines)
    expect(lines.join('')).toContain('mail is off')
    await rm(join(dataDir, 'mail'), { recursive: true, force: true })
    await port.send(mail)
    expect(await readdir(dataDir)).toEqual([])
  })
})

describe('the queue', () => {
  function slowPort(): { port: MailPort; sent: Mail[]; release: () => void } {
    const gate = Promise.withResolvers<void>()
    const sent: Mail[] = []
    const send = async (one: Mail) => {
      await gate.promise
      sent.push(one)
    }
    return {
      port: { send, close: () => undefined },
      sent,
      release: () => gate.resolve(),
    }
  }

  test('starts nothing before the request that adds to it is answered', async () => {
    const started: Mail[] = []
    const send = async (one: Mail) => {
      started.push(one)
    }
    const queue = createMailQueue({ send, close: () => undefined }, { log: logInto([]) })
    queue.add(mail)
    await Promise.resolve()
    expect(started).toEqual([])
    await queue.stop()
    expect(started).toEqual([mail])
  })

  test('is waited for by a stop', async () => {
    const { port, sent, release } = slowPort()
    const queue = createMailQueue(port, { log: logInto([]) })
    queue.add(mail)
    queue.add(mail)
    const stopped = queue.stop()
    release()
    await stopped
    expect(sent).toHaveLength(2)
  })

  test('is given up by a stop when the mail server answers nobody', async () => {
    const closed: string[] = []
    const never = {
      send: () => new Promise<void>(() => undefined),
      close: () => void closed.push('closed'),
    }
    const queue = createMailQueue(never, { log: logInto([]), stopMsMax: 1 })
    queue.add(mail)
    await queue.stop()
    expect(closed).toEqual(['closed'])
  })

  test('takes no more than it can hold', async () => {
    const lines: string[] = []
    const { port, sent, release } = slowPort()
    const queue = createMailQueue(port, { log: logInto(lines) })
    for (let count = 0; count < 600; count += 1) queue.add(mail)
    release()
    await queue.stop()
    expect(sent).toHaveLength(500)
    expect(lines).toHaveLength(100)
  })
})

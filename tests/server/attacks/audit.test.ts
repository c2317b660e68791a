import { hash } from '@node-rs/argon2'
import { desc } from 'drizzle-orm'
import pino from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { showAudit } from '#server/audit-command.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { createOrm, type Orm } from '#server/db/orm.ts'
import { auditEvents } from '#server/db/schema/upkeep.ts'
import { argon2Cost } from '#server/features/account/sign-in/passwords.ts'
import {
  auditRetentionMonths,
  createAuditTrail,
  deleteOldAudit,
} from '#server/ports/audit/trail.ts'
import { call } from '#tests/support/call.ts'
import { addPair } from '#tests/support/chats.ts'
import {
  createDatabaseHome,
  databasesUnderTest,
  openHome,
  openTestDatabase,
  type TestDatabase,
} from '#tests/support/database.ts'
import { migrateUpTo } from '#tests/support/migrate-up-to.ts'
import { addPerson } from '#tests/support/people.ts'
import { askForCode, otherCode } from '#tests/support/recovery.ts'
import { goodPassword, registration } from '#tests/support/registration.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'
import { addResume } from '#tests/support/stored-files.ts'

describe.each(databasesUnderTest())('the audit trail, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
    passwordHash = await hash(goodPassword, argon2Cost)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  let passwordHash = ''
  const events = async () => {
    await server.audit.flush()
    return open.database.orm.select().from(auditEvents).orderBy(desc(auditEvents.id))
  }
  const last = async () => (await events())[0]
  const admin = () => addPerson(open.database, { userType: 'Parent', role: 'superAdmin' })
  const signIn = (email: string, password: string) =>
    call(server.origin, 'login', { body: { email, password } })

  test('holds a sign-in that failed and one that went well, by the same hash of the e-mail', async () => {
    const { reply } = await call(
      server.origin,
      'registerAdolescent',
      registration({ email: 'Lina@example.org', username: 'lina' }),
    )
    await signIn('lina@example.org', 'Wrong-Pass1!')
    const failed = await last()
    expect(failed).toMatchObject({ event: 'sign_in', outcome: 'wrong_credentials', actorId: null })
    await signIn('LINA@example.org', goodPassword)
    const signedIn = await last()
    expect(signedIn).toMatchObject({ outcome: 'ok', actorId: reply.userPayload._id })
    expect(signedIn?.object).toBe(failed?.object)
    expect(signedIn?.object).toBe(server.audit.hashed('lina@example.org'))
    expect(signedIn?.addressHash).toBe(server.audit.hashed('127.0.0.1'))
  })

  test('holds whose password was reset, and whose email was changed', async () => {
    const person = await addPerson(open.database, { passwordHash, emailConfirmedAt: null })
    const params = { id: person.id }
    const changed = { email: 'right@example.org', password: goodPassword }
    await call(server.origin, 'changeEmail', { params, body: changed }, person)
    const of = { event: 'email_change', actorId: person.id, object: person.id, outcome: 'ok' }
    expect(await last()).toMatchObject(of)
    const { code, cookie } = await askForCode(server, changed.email)
    const reset = (otp: string) => {
      const body = { otp, newPassword: 'Another-Pass1!' }
      return call(server.origin, 'resetPassword', { body }, { headers: { cookie } })
    }
    await reset(otherCode(code))
    const failed = { event: 'password_reset', outcome: 'invalid_code', object: null }
    expect(await last()).toMatchObject(failed)
    expect((await reset(code)).reply).toEqual({ message: expect.any(String) as string })
    const done = { event: 'password_reset', outcome: 'ok', object: person.id, detail: 'done' }
    expect(await last()).toMatchObject(done)
  })

  test('names nobody and no address in words', async () => {
    await signIn('secret.person@example.org', 'Wrong-Pass1!')
    const written = JSON.stringify(await events())
    expect(written).not.toMatch(/secret\.person|example\.org|127\.0\.0\.1|Wrong-Pass/)
  })

  test('holds a look at a paper, a review, a decision on a report and an export', async () => {
    const boss = await admin()
    const provider = await addPerson(open.database, { userType: 'ServiceProvider' })
    await addResume(server, open.database, provider.id)
    const of = { id: provider.id }
    await call(server.origin, 'getPaper', { params: { ...of, paper: 'resume' } }, boss)
    expect(await last()).toMatchObject({
      event: 'paper_read',
      outcome: 'ok',
      actorId: boss.id,
      object: provider.id,
      detail: 'resume',
    })
    const body = { decision: 'reject', reason: 'The licence has run out.' } as const
    await call(server.origin, 'reviewProvider', { params: of, body }, boss)
    expect(await last()).toMatchObject({ event: 'review', object: provider.id, detail: 'reject' })
    const params = { id: uuidv7() }
    const decision = { state: 'resolved', note: 'x', suspend: true } as const
    await call(server.origin, 'handleReport', { params, body: decision }, boss)
    expect(await last()).toMatchObject({
      event: 'report_decision',
      outcome: 'not_found',
      detail: 'resolved,suspended',
    })
    await call(server.origin, 'exportMyData', {}, provider)
    expect(await last()).toMatchObject({ event: 'export', actorId: provider.id })
  })

  test('holds what was denied, with the id that was tried', async () => {
    const pair = await addPair(open.database)
    const stranger = await addPerson(open.database)
    const params = { chatId: pair.chatId }
    await call(server.origin, 'getMessages', { params, query: {} }, stranger)
    expect(await last()).toMatchObject({
      event: 'denied',
      outcome: 'not_found',
      actorId: stranger.id,
      object: pair.chatId,
      detail: 'GET /chat/{chatId}/messages',
    })
    await call(server.origin, 'listReviews', { query: {} }, stranger)
    expect(await last()).toMatchObject({ event: 'denied', outcome: 'forbidden' })
  })

  test('outlives the account', async () => {
    const person = await addPerson(open.database, { passwordHash })
    const gone = await call(
      server.origin,
      'deleteAccount',
      { body: { password: goodPassword } },
      person,
    )
    expect(gone.status).toBe(204)
    expect(await last()).toMatchObject({ event: 'account_deleted', actorId: person.id })
  })

  test('is shown to the operator by e-mail, id, event and day', async () => {
    const lines: string[] = []
    const parts = { orm: open.database.orm, audit: server.audit }
    const shown = async (...args: string[]) => {
      lines.length = 0
      const outcome = await showAudit({ ...parts, write: (line) => void lines.push(line) }, args)
      return outcome === 'shown' ? lines.map((line) => line.split(' | ')[1]) : outcome
    }
    expect(await shown('--of', 'LINA@example.org', '--event', 'sign_in')).toEqual([
      'sign_in',
      'sign_in',
    ])
    expect(await shown('--of', uuidv7())).toEqual([undefined])
    expect(await shown('--since', '2026-06-16')).toEqual([undefined])
    expect((await shown('--since', '2026-06-15', '--limit', '2')).length).toBe(2)
    expect(await shown('--limit', '0')).toBe('usage')
    expect(await shown('--since', 'yesterday')).toBe('usage')
    expect(await shown('--whatever')).toBe('usage')
  })

  test('counts a flood instead of telling it, and waits while the database is away', async () => {
    const { orm } = open.database
    let away = true
    const insert = () => {
      if (away) throw new Error('away')
      return orm.insert(auditEvents)
    }
    const trail = trailIn(Object.assign(Object.create(orm) as typeof orm, { insert }))
    const before = (await events()).length
    for (let count = 0; count < 2_010; count += 1) {
      trail.add({ event: 'sign_in', outcome: 'wrong_credentials' })
    }
    await expect(trail.flush()).rejects.toThrow('away')
    away = false
    await trail.stop()
    const rows = await events()
    expect(rows.length - before).toBe(2_000)
  })

  test('stores at its end what was on its way and is refused', async () => {
    const { orm } = open.database
    const refused = Promise.withResolvers<never>()
    let asked = 0
    const insert = () => {
      asked += 1
      return asked > 1
        ? orm.insert(auditEvents)
        : { values: () => ({ onConflictDoNothing: () => refused.promise }) }
    }
    const trail = trailIn(Object.assign(Object.create(orm) as typeof orm, { insert }))
    const before = (await events()).length
    trail.add({ event: 'sign_in', outcome: 'ok' })
    const flushing = trail.flush()
    const stopping = trail.stop()
    await expect.poll(() => asked).toBe(1)
    refused.reject(new Error('away'))
    await expect(flushing).rejects.toThrow('away')
    await stopping
    expect((await events()).length - before).toBe(1)
  })

  test('goes on when the answer to what was stored is lost', async () => {
    const { pool } = open.database
    const ask = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>
    let lost = false
    const query = async (...given: unknown[]) => {
      const answer = await ask(...given)
      if (lost) return answer
      lost = true
      throw new Error('Connection terminated unexpectedly')
    }
    const trail = trailIn(createOrm(Object.assign(Object.create(pool) as typeof pool, { query })))
    const before = (await events()).length
    trail.add({ event: 'sign_in', outcome: 'wrong_credentials' })
    await expect(trail.flush()).rejects.toThrow('Failed query')
    trail.add({ event: 'sign_in', outcome: 'ok' })
    await trail.flush()
    await trail.stop()
    expect((await events()).length - before).toBe(2)
  })

  test('tells once a minute that an address meets a limit, and counts the other times', async () => {
    let nowMs = testNoonMs
    const trail = trailIn(open.database.orm, () => nowMs)
    const before = (await events()).length
    const refuse = (address: string, object = 'an e-mail') =>
      trail.add({ event: 'sign_in', outcome: 'rate_limited', object, address })
    for (let time = 0; time < 50; time += 1) refuse('192.0.2.1', `e-mail ${time}`)
    refuse('192.0.2.2')
    nowMs += 60_000
    refuse('192.0.2.1')
    await trail.stop()
    const rows = (await events()).slice(0, -before)
    const noted = rows.map(({ outcome, detail }) => [outcome, detail])
    expect(noted.filter(([outcome]) => outcome === 'rate_limited')).toHaveLength(3)
    expect(noted).toContainEqual(['ok', '49'])
    expect(rows).toHaveLength(4)
  })

  test('lets go of what is older than three years', async () => {
    const { orm } = open.database
    const at = (months: number) => {
      const day = new Date(testNoonMs)
      day.setUTCMonth(day.getUTCMonth() - months)
      return day
    }
    const row = { event: 'sign_in', outcome: 'ok' }
    await orm.insert(auditEvents).values([
      { ...row, id: uuidv7(), at: new Date(at(auditRetentionMonths).getTime() - 1_000) },
      { ...row, id: uuidv7(), at: at(auditRetentionMonths - 1) },
    ])
    expect(await deleteOldAudit(orm, new Date(testNoonMs))).toBe(1)
  })
})

describe.each(databasesUnderTest())('an audit trail from before, on %s', (kind) => {
  test('loses the e-mails that commands of the operator named in words', async () => {
    const home = await createDatabaseHome(kind, 'empty')
    const database = await openHome(home)
    await migrateUpTo(database, '_audit_without_emails')
    const said = ['suspend mona@example.org', 'review approve', 'mona@example.org suspend']
    const row = { at: new Date(testNoonMs), event: 'operator', outcome: 'ok' }
    await database.orm
      .insert(auditEvents)
      .values(said.map((detail) => ({ ...row, id: uuidv7(), detail })))
    await migrateDatabase(database)
    const rows = await database.orm.select().from(auditEvents).orderBy(auditEvents.id)
    expect(rows.map(({ detail }) => detail)).toEqual(['suspend', 'review approve', 'suspend'])
    await database.close()
    await home.remove()
  })
})

/** A trail of its own, whose events are stored by way of what is given. */
function trailIn(orm: Orm, now: () => number = () => testNoonMs) {
  const log = pino({ level: 'silent' })
  return createAuditTrail({ orm, key: Buffer.alloc(32), log, now, newId: uuidv7 })
}

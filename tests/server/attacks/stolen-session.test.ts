import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofLifeMs } from '#contract/account/second-factor.ts'
import { api, type CallName } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { reports } from '#server/db/schema/safety.ts'
import { ownPasswordTriesMax } from '#server/features/account/sign-in/passwords.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { openLiveStream } from '#tests/support/live-stream.ts'
import { addPerson, addSession, type SignedIn } from '#tests/support/people.ts'
import { goodPassword } from '#tests/support/registration.ts'
import {
  addPersonWithPassword,
  codeAt,
  stepMs,
  turnOnSecondFactor,
} from '#tests/support/second-factor.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

const superAdmin = { userType: 'Parent', role: 'superAdmin' } as const

describe.each(databasesUnderTest())('a session in the wrong hands, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  /** As in production: a superAdmin has a second factor, or nothing. */
  let strict: TestServer
  let nowMs = testNoonMs

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    const now = () => nowMs
    server = await startTestServer(open.database, { now })
    strict = await startTestServer(open.database, { now, requireSecondFactor: true })
  })
  afterAll(async () => {
    await server.close()
    await strict.close()
    await open.drop()
  })

  const addAdmin = () => addPersonWithPassword(open.database, superAdmin)
  const prove = ({ token }: Pick<SignedIn, 'token'>, password: string, code?: string) =>
    call(
      server.origin,
      'proveSelf',
      { body: { password, ...(code === undefined ? {} : { code }) } },
      { token },
    )

  async function addReport(subjectId: string): Promise<string> {
    const id = uuidv7()
    await open.database.orm.insert(reports).values({
      id,
      subjectId,
      target: { kind: 'person', id: subjectId },
      reason: 'harm',
      note: '',
      snapshot: {},
      state: 'open',
      createdAt: new Date(nowMs),
    })
    return id
  }

  /** What takes a fresh proof, with the answer that somebody gets who has one. */
  async function decisions(admin: Pick<SignedIn, 'token'>, subject: SignedIn) {
    const params = { id: subject.id }
    const report = { id: await addReport(subject.id) }
    const refund = { paymentId: uuidv7() }
    const state = 'resolved'
    return {
      approve: () =>
        call(
          server.origin,
          'reviewProvider',
          { params, body: { decision: 'approve', clearedForMinors: true } },
          admin,
        ),
      reject: () =>
        call(
          server.origin,
          'reviewProvider',
          { params, body: { decision: 'reject', reason: 'No license' } },
          admin,
        ),
      suspend: () =>
        call(
          server.origin,
          'handleReport',
          { params: report, body: { state, suspend: true } },
          admin,
        ),
      reopen: () =>
        call(
          server.origin,
          'handleReport',
          { params: report, body: { state, suspend: false } },
          admin,
        ),
      refund: () => call(server.origin, 'refundPayment', { params: refund }, admin),
    }
  }

  test('decides nothing about others ten minutes after its login, and changes nothing by trying', async () => {
    nowMs = testNoonMs
    const admin = await addAdmin()
    const subject = await addPerson(open.database, { userType: 'ServiceProvider' })
    nowMs += proofLifeMs + 1
    for (const [name, decide] of Object.entries(await decisions(admin, subject))) {
      const { status, problem } = await decide()
      expect([name, status, problem]).toEqual([
        name,
        403,
        { code: 'proof_required', message: 'Please confirm that it is you.' },
      ])
    }
    const { rows } = await open.database.pool.query(
      'select verified_at, rejected_reason, suspended_at from users where id = $1',
      [subject.id],
    )
    expect(rows).toEqual([{ verified_at: null, rejected_reason: null, suspended_at: null }])
  })

  test('decides again for ten minutes once its person has proved who they are', async () => {
    nowMs = testNoonMs
    const admin = await addAdmin()
    const subject = await addPerson(open.database, { userType: 'ServiceProvider' })
    nowMs += proofLifeMs + 1
    const wrong = await prove(admin, 'Wrong-Pass1!')
    expect(wrong.problem).toMatchObject({
      code: 'wrong_password',
      fields: { password: expect.any(String) },
    })
    const { approve, refund } = await decisions(admin, subject)
    expect((await approve()).status).toBe(403)
    expect((await prove(admin, goodPassword)).status).toBe(204)
    nowMs += proofLifeMs
    expect((await approve()).status).toBe(200)
    expect((await refund()).problem.code).toBe('not_found')
  })

  test('is proved for itself alone', async () => {
    nowMs = testNoonMs
    const admin = await addAdmin()
    const stale = { token: await addSession(open.database, admin.id, { provedAt: null }) }
    const subject = await addPerson(open.database, { userType: 'ServiceProvider' })
    expect((await prove(admin, goodPassword)).status).toBe(204)
    const { approve } = await decisions(stale, subject)
    expect((await approve()).problem.code).toBe('proof_required')
  })

  test('proves nothing with the password where there is a second factor', async () => {
    nowMs = testNoonMs
    const admin = await addAdmin()
    const { secret } = await turnOnSecondFactor(server.origin, admin, nowMs)
    expect((await prove(admin, goodPassword)).problem.code).toBe('second_factor_required')
    nowMs += stepMs
    expect((await prove(admin, goodPassword, codeAt(secret, nowMs))).status).toBe(204)
  })

  test('guesses the password only so often', async () => {
    const admin = await addAdmin()
    for (let guess = 0; guess < ownPasswordTriesMax; guess += 1) await prove(admin, 'Wrong-Pass1!')
    expect((await prove(admin, goodPassword)).problem.code).toBe('rate_limited')
  })

  test('needs no proof for a note about a report that leaves the account as it is', async () => {
    const admin = await addAdmin()
    const stale = { token: await addSession(open.database, admin.id, { provedAt: null }) }
    const params = { id: await addReport((await addPerson(open.database)).id) }
    const body = { state: 'inReview' } as const
    expect((await call(server.origin, 'handleReport', { params, body }, stale)).status).toBe(200)
  })

  test('of a superAdmin without a second factor sees themself, turns it on and logs out, and nothing else', async () => {
    nowMs = testNoonMs
    const admin = await addAdmin()
    const provider = await addPerson(open.database, {
      userType: 'ServiceProvider',
      verifiedAt: new Date(0),
    })
    const openCalls = new Set<CallName>([
      'logout',
      'getUser',
      'getSecondFactor',
      'beginSecondFactor',
      'confirmSecondFactor',
    ])
    const closed = (Object.entries(api) as [CallName, Endpoint][]).filter(
      ([name, { session }]) => session === 'required' && !openCalls.has(name),
    )
    expect(closed.length).toBeGreaterThan(60)
    for (const [name, { method, path }] of closed) {
      const address = path.replace(/\{\w+\}/g, provider.id)
      const answer = await fetch(`${strict.origin}/api${address}`, {
        method,
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
        ...(method === 'GET' ? {} : { body: '{}' }),
      })
      expect([name, answer.status, await answer.json()]).toEqual([
        name,
        403,
        { code: 'second_factor_enrolment_required', message: 'Turn on two-step login to go on.' },
      ])
    }
    const see = (id: string) => call(strict.origin, 'getUser', { params: { id } }, admin)
    expect((await see(admin.id)).status).toBe(200)
    expect((await see(provider.id)).problem.code).toBe('second_factor_enrolment_required')
    const asked = await call(strict.origin, 'getSecondFactor', {}, admin)
    expect(asked.reply).toMatchObject({ status: 'off', required: true })

    await turnOnSecondFactor(strict.origin, admin, nowMs)
    expect((await call(strict.origin, 'listReports', { query: {} }, admin)).status).toBe(200)
    expect((await see(provider.id)).status).toBe(200)
    expect((await call(strict.origin, 'logout', {}, admin)).status).toBe(204)
  })

  test('is over for good once the account was suspended, and its stream with it', async () => {
    nowMs = testNoonMs
    const admin = await addAdmin()
    const subject = await addPersonWithPassword(open.database)
    const elsewhere = await addSession(open.database, subject.id)
    const stream = await openLiveStream(server.origin, elsewhere)
    await stream.next()
    const { suspend, reopen } = await decisions(admin, subject)
    await suspend()
    expect(await stream.next()).toBeUndefined()
    const { rows } = await open.database.pool.query('select from sessions where user_id = $1', [
      subject.id,
    ])
    expect(rows).toEqual([])
    await reopen()
    for (const token of [subject.token, elsewhere]) {
      expect((await call(server.origin, 'listSessions', {}, { token })).status).toBe(401)
    }
    const body = { email: subject.user.email, password: goodPassword }
    expect((await call(server.origin, 'login', { body })).status).toBe(200)
  })

  test('that was opened while the account was being closed is over when it opens again', async () => {
    const admin = await addAdmin()
    const subject = await addPerson(open.database)
    const { suspend, reopen } = await decisions(admin, subject)
    await suspend()
    const late = await addSession(open.database, subject.id)
    await reopen()
    expect((await call(server.origin, 'listSessions', {}, { token: late })).status).toBe(401)
  })
})

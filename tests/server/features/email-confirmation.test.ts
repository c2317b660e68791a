import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emailCodeLifeMs, emailCodeTriesMax } from '#contract/account/api.ts'
import { users, emailCodes } from '#server/db/schema/account.ts'
import { rateLimits } from '#server/db/schema/upkeep.ts'
import {
  codesPerDayMax,
  codesPerHourMax,
  confirmationsPerAddressMax,
  mailTo,
} from '#server/features/account/recovery/email-codes.ts'
import { receiptJob } from '#server/features/payments/receive.ts'
import { call, problemOf } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addBooking, addPaid, addSeller } from '#tests/support/money.ts'
import { answerOf } from '#tests/support/ops.ts'
import { addPerson, addSession, type SignedIn } from '#tests/support/people.ts'
import { askForCode, nextCode, otherCode } from '#tests/support/recovery.ts'
import { goodPassword, providerRegistration, registration } from '#tests/support/registration.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

const invalidCode = { code: 'invalid_code', message: 'Invalid or expired code. Please try again.' }

describe.each(databasesUnderTest())('confirming an e-mail, on %s', (kind) => {
  let nowMs = testNoonMs
  let open: TestDatabase
  let server: TestServer
  let count = 0

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    const options = { now: () => nowMs, confirmEmails: true, trustedProxyHops: 1 }
    server = await startTestServer(open.database, { ...options, reviewProviders: false })
  })
  beforeEach(async () => {
    nowMs = testNoonMs
    await open.database.orm.delete(rateLimits)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  function someone() {
    count += 1
    return { email: `new${count}@example.org`, username: `newcomer${count}` }
  }
  /** Somebody who just registered, with the code of their mail. */
  async function newcomer(): Promise<{ id: string; token: string; email: string; code: string }> {
    const before = server.mails.length
    const input = registration(someone())
    const { reply } = await call(server.origin, 'registerAdolescent', input)
    const code = await nextCode(server, before)
    const id = reply.userPayload._id
    return { id, token: await addSession(open.database, id), email: input.body.email, code }
  }
  async function newProvider(origin = server.origin) {
    const before = server.mails.length
    const input = providerRegistration(someone())
    const { reply } = await call(origin, 'registerServiceProvider', input)
    const id = reply.userPayload._id
    const code = origin === server.origin ? await nextCode(server, before) : ''
    return { id, token: await addSession(open.database, id), code }
  }
  const confirm = (token: string, code: string) =>
    call(server.origin, 'confirmEmail', { body: { code } }, { token })
  const send = (token: string, address = '192.0.2.1') =>
    call(server.origin, 'sendEmailCode', {}, { token, headers: { 'x-forwarded-for': address } })
  const rowOf = async (id: string) =>
    (await open.database.orm.select().from(users).where(eq(users.id, id)))[0]
  const listed = async () => {
    const { token } = await addPerson(open.database)
    const { reply } = await call(
      server.origin,
      'listProviders',
      { query: { limit: '100' } },
      { token },
    )
    return reply.providers.map(({ _id }) => _id)
  }

  test('takes the code that came with the registration, and the answer again when it got lost', async () => {
    const { id, token, email, code } = await newcomer()
    const mail = server.mails.at(-1)
    expect(mail).toMatchObject({ to: email, subject: 'Confirm your email for Zync' })
    expect(mail?.text).toContain(`Your code is ${code}.`)
    expect(mail?.html).toContain(`<strong>${code}</strong>`)
    const me = () => call(server.origin, 'getUser', { params: { id } }, { token })
    expect((await me()).reply).toMatchObject({ view: 'full', emailConfirmedAt: null })
    const confirmedAt = new Date(testNoonMs).toISOString()
    expect((await confirm(token, code)).reply).toMatchObject({ emailConfirmedAt: confirmedAt })
    nowMs += 1_000
    expect((await confirm(token, code)).reply).toMatchObject({ emailConfirmedAt: confirmedAt })
    expect((await confirm(token, otherCode(code))).status).toBe(200)
    expect(await open.database.orm.$count(emailCodes, eq(emailCodes.userId, id))).toBe(0)
  })

  test('takes no wrong code, and after five of them not the right one either', async () => {
    const { id, token, code } = await newcomer()
    for (let guess = 0; guess < emailCodeTriesMax; guess += 1) {
      expect((await confirm(token, otherCode(code, guess))).problem).toEqual(invalidCode)
    }
    expect((await confirm(token, code)).problem).toEqual(invalidCode)
    expect((await rowOf(id))?.emailConfirmedAt).toBeNull()
    const before = server.mails.length
    await send(token)
    expect((await confirm(token, await nextCode(server, before))).status).toBe(200)
  })

  test('counts guesses that come at once', async () => {
    const { token, code } = await newcomer()
    await Promise.all(
      Array.from({ length: 12 }, (_, guess) => confirm(token, otherCode(code, guess))),
    )
    expect((await confirm(token, code)).problem).toEqual(invalidCode)
  })

  test('takes no code of somebody else', async () => {
    const [first, second] = [await newcomer(), await newcomer()]
    const theirs = first.code === second.code ? otherCode(second.code) : second.code
    expect((await confirm(first.token, theirs)).problem).toEqual(invalidCode)
    expect((await rowOf(first.id))?.emailConfirmedAt).toBeNull()
    expect((await rowOf(second.id))?.emailConfirmedAt).toBeNull()
  })

  test('takes no code after a day, nor one that a newer code replaced', async () => {
    const { token, code } = await newcomer()
    nowMs += emailCodeLifeMs
    expect((await confirm(token, code)).problem).toEqual(invalidCode)
    const before = server.mails.length
    expect((await send(token)).reply.message).toBe(
      'A new code is on its way. It works for 24 hours.',
    )
    const fresh = await nextCode(server, before)
    expect((await confirm(token, code)).problem).toEqual(invalidCode)
    nowMs += emailCodeLifeMs - 1
    expect((await confirm(token, fresh)).status).toBe(200)
  })

  test.each(['12345', '1234567', 'abcdef', '12 345', ''])(
    'names what is wrong with %j',
    async (code) => {
      const { token } = await newcomer()
      const { problem } = await confirm(token, code)
      expect(problem.fields).toEqual({ code: 'Please enter the complete 6-digit code' })
    },
  )

  test('takes nothing without a session, and no more than the code', async () => {
    const { token, code } = await newcomer()
    const path = '/auth/email/confirm'
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const other = {
      method: 'POST',
      headers,
      body: JSON.stringify({ code, email: 'x@example.org' }),
    }
    expect((await problemOf(server.origin, path, other)).problem.code).toBe('invalid_input')
    expect((await call(server.origin, 'confirmEmail', { body: { code } })).status).toBe(401)
    expect((await call(server.origin, 'sendEmailCode', {})).status).toBe(401)
  })

  test('stores no code, and nothing by which the table alone gives it away', async () => {
    const { code } = await newcomer()
    const rows = JSON.stringify(await open.database.orm.select().from(emailCodes))
    expect(rows).not.toContain(`"${code}"`)
  })

  test('sends so many codes an hour and a day, and none to a confirmed address', async () => {
    const { token, code } = await newcomer()
    for (let time = 0; time < codesPerHourMax; time += 1) {
      expect((await send(token)).status).toBe(200)
    }
    expect((await send(token)).problem.code).toBe('rate_limited')
    expect(codesPerDayMax).toBeLessThan(codesPerHourMax * 24)
    expect((await confirm(token, code)).status).toBe(400)
    const someoneElse = await newcomer()
    await confirm(someoneElse.token, someoneElse.code)
    const before = server.mails.length
    expect((await send(someoneElse.token)).reply.message).toBe('Your email is already confirmed.')
    expect(server.mails).toHaveLength(before)
  })

  test('stops an address that asks for many codes', async () => {
    const people = await Promise.all(
      Array.from({ length: confirmationsPerAddressMax + 1 }, () => addPerson(open.database)),
    )
    const last = people.pop()
    for (const { token } of people) expect((await send(token, '203.0.113.5')).status).toBe(200)
    expect((await send(last?.token ?? '', '203.0.113.5')).problem.code).toBe('rate_limited')
    expect((await send(last?.token ?? '', '203.0.113.6')).status).toBe(200)
  })

  test('comes with a new password by a code: whoever has it reads the mail', async () => {
    const { id, email } = await newcomer()
    const { code, cookie } = await askForCode(server, email)
    const body = { otp: code, newPassword: goodPassword }
    await call(server.origin, 'resetPassword', { body }, { headers: { cookie } })
    expect((await rowOf(id))?.emailConfirmedAt).toEqual(new Date(nowMs))
  })

  test('keeps nobody from what is their own', async () => {
    const { token } = await newcomer()
    const recorded = await call(server.origin, 'recordTracker', { body: answerOf() }, { token })
    expect(recorded.status).toBe(201)
  })

  describe('no mail but codes goes out before', () => {
    const unconfirmed = (given: object = {}) =>
      addPerson(open.database, { emailConfirmedAt: null, ...given })
    const address = async ({ id }: SignedIn) => (await mailTo(open.database.orm, id))?.to

    test('so nobody has an address for mail until they confirm theirs', async () => {
      const [waiting, known] = [await unconfirmed(), await addPerson(open.database)]
      expect(await address(waiting)).toBeUndefined()
      expect(await address(known)).toBe(known.user.email)
    })

    test('no receipt', async () => {
      const seller = await addSeller(open.database)
      const payers = [await unconfirmed(), await addPerson(open.database)]
      const before = server.mails.length
      for (const { id: userId } of payers) {
        const paid = await addPaid(open.database, { userId, providerId: seller.id })
        const payload = { paymentId: paid.id }
        const runAt = new Date(nowMs)
        await server.jobs.add(open.database.orm, { kind: receiptJob, payload, runAt })
      }
      await server.jobs.runDue()
      await nextCode(server, before)
      expect(server.mails.slice(before).map(({ to }) => to)).toEqual([payers[1]?.user.email])
    })

    test('no word of a session that is cancelled', async () => {
      const [client, provider] = [await unconfirmed(), await addSeller(open.database)]
      const people = { clientId: client.id, providerId: provider.id }
      const startsAt = new Date(testNoonMs + 72 * 3_600_000)
      const { id } = await addBooking(open.database, people, { startsAt })
      const before = server.mails.length
      await call(server.origin, 'cancelBooking', { params: { id } }, provider)
      await server.jobs.runDue()
      await expect.poll(() => server.mails.length).toBeGreaterThan(before)
      expect(server.mails.slice(before).map(({ to }) => to)).toEqual([provider.user.email])
    })
  })

  describe('a care provider', () => {
    test('is listed once they confirm, where nobody is reviewed', async () => {
      const { id, token, code } = await newProvider()
      expect(await rowOf(id)).toMatchObject({ approvedAt: new Date(nowMs), verifiedAt: null })
      expect(await listed()).not.toContain(id)
      expect((await confirm(token, code)).reply).toMatchObject({
        verifiedAt: new Date(nowMs).toISOString(),
      })
      expect(await listed()).toContain(id)
    })

    test('is listed after both the review and the confirmation, in any order', async () => {
      const reviewing = await startTestServer(open.database, {
        now: () => nowMs,
        confirmEmails: true,
      })
      const boss = await addPerson(open.database, { userType: 'Parent', role: 'superAdmin' })
      const review = (id: string, decision: 'approve' | 'reject') =>
        call(
          reviewing.origin,
          'reviewProvider',
          {
            params: { id },
            body:
              decision === 'approve'
                ? { decision, clearedForMinors: true }
                : { decision, reason: 'The license has expired.' },
          },
          boss,
        )
      const provider = await newProvider(reviewing.origin)
      const codeFor = async () => {
        const before = server.mails.length
        await send(provider.token)
        return nextCode(server, before)
      }
      expect((await review(provider.id, 'approve')).reply).toMatchObject({
        verifiedAt: null,
        emailConfirmedAt: null,
        approvedAt: new Date(nowMs).toISOString(),
      })
      expect(await listed()).not.toContain(provider.id)
      expect((await review(provider.id, 'reject')).reply).toMatchObject({ approvedAt: null })
      expect((await confirm(provider.token, await codeFor())).reply).toMatchObject({
        verifiedAt: null,
        rejectedReason: 'The license has expired.',
      })
      expect((await review(provider.id, 'approve')).reply.verifiedAt).not.toBeNull()
      expect(await listed()).toContain(provider.id)
      await reviewing.close()
    })

    test('is listed by nobody’s mistake: the database refuses it before the confirmation', async () => {
      const { id } = await newProvider()
      const listing = open.database.orm
        .update(users)
        .set({ verifiedAt: new Date(nowMs) })
        .where(eq(users.id, id))
      await expect(listing).rejects.toMatchObject({
        cause: { constraint: 'users_listed_confirmed' },
      })
    })
  })

  test('is asked of nobody where it is off: everything works without a mail', async () => {
    const plain = await startTestServer(open.database, { reviewProviders: false })
    const { id } = await newProvider(plain.origin)
    expect(await rowOf(id)).toMatchObject({ emailConfirmedAt: new Date(testNoonMs) })
    expect(await listed()).toContain(id)
    expect(plain.mails).toEqual([])
    await plain.close()
  })
})

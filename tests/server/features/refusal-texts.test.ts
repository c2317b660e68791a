import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitsForReviewText } from '#contract/problem.ts'
import { call, problemOf } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addAuthor } from '#tests/support/library.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const nobody = uuidv7()
const video = { url: 'https://youtu.be/dQw4w9WgXcQ' }

/** Spec 5 and 8: what a young person asks for in vain, and what they are told. */
const refused = [
  ['GET', `/articles/${nobody}`, 404, 'Article not found.'],
  ['GET', '/articles/1', 404, 'Article not found.'],
  ['GET', `/auth/user/${nobody}`, 404, 'User not found.'],
  ['GET', '/auth/user/1', 404, 'User not found.'],
  ['GET', `/scores/${nobody}`, 404, 'Failed to fetch score'],
  ['GET', `/videos/user/${nobody}`, 404, 'Provider not found.'],
  ['GET', `/pricing/${nobody}`, 404, 'Provider not found.'],
  ['GET', `/booking/validate-access/${nobody}`, 404, 'Provider not found.'],
  ['GET', `/payment/session/${nobody}`, 404, 'Invalid payment session'],
  ['GET', `/chat/${nobody}/messages`, 404, 'Failed to fetch messages'],
  ['GET', '/surveys/99', 404, 'Quest not found.'],
  ['GET', '/calendar/google/mode', 403, 'Failed to fetch calendar mode'],
  ['POST', '/service-provider-videos', 403, 'Only service providers can set an intro video.'],
  ['DELETE', `/articles/${nobody}`, 403, 'Failed to delete article'],
] as const

describe.each(databasesUnderTest())('a refusal, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let young: SignedIn

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
    young = await addPerson(open.database)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const ask = (method: string, path: string, { token }: SignedIn, body?: object) =>
    problemOf(server.origin, path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })

  test.each(refused)('of %s %s has status %d and the words of its feature', async (...row) => {
    const [method, path, status, text] = row
    const answer = await ask(method, path, young, method === 'POST' ? video : undefined)
    const code = status === 404 ? 'not_found' : 'forbidden'
    expect([answer.status, answer.problem]).toEqual([status, { code, message: text }])
  })

  test('says the same of somebody whom one may not see as of nobody', async () => {
    const hidden = await addPerson(open.database)
    for (const path of ['/auth/user/', '/scores/', '/videos/user/', '/pricing/']) {
      const [there, gone] = [
        await ask('GET', path + hidden.id, young),
        await ask('GET', path + nobody, young),
      ]
      expect([path, there.status, there.problem]).toEqual([path, gone.status, gone.problem])
    }
  })

  test('of a care provider whose papers wait says that they wait', async () => {
    const waiting = await addPerson(open.database, {
      userType: 'ServiceProvider',
      verifiedAt: null,
    })
    const intro = await ask('POST', '/service-provider-videos', waiting, video)
    expect([intro.status, intro.problem]).toEqual([
      403,
      { code: 'forbidden', message: waitsForReviewText },
    ])
    const article = await ask('DELETE', `/articles/${nobody}`, waiting)
    expect(article.problem.message).toBe(waitsForReviewText)
  })

  test('of a field says as a whole what its first field says', async () => {
    const { problem } = await call(server.origin, 'login', {
      body: { email: 'nobody', password: 'x' },
    })
    expect(problem.message).toBe('Invalid email format')
  })

  test.each([
    ['POST', '/surveys/8/responses', {}, 'Please answer all challenges.'],
    ['POST', '/surveys/8/responses', { answers: null }, 'Please answer all challenges.'],
    ['POST', '/surveys/8/responses', { answers: [] }, 'Please answer all challenges.'],
    ['PATCH', '/user/me/bio', {}, 'Bio is required.'],
    ['PATCH', '/user/me/bio', { bio: null }, 'Bio is required.'],
    ['PATCH', '/user/me/bio', { bio: ' ' }, 'Bio is required.'],
  ])('of %s %s with %j says what an empty field says', async (method, path, body, text) => {
    const answer = await ask(method, path.replace('me', young.id), young, body)
    expect([answer.status, answer.problem.message]).toEqual([400, text])
  })

  test('never comes from a slash at the end of an address', async () => {
    const author = await addAuthor(open.database)
    const post = (path: string, body: object | FormData) => {
      const isForm = body instanceof FormData
      return fetch(`${server.origin}/api${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${author.token}`,
          ...(isForm ? {} : { 'content-type': 'application/json' }),
        },
        body: isForm ? body : JSON.stringify(body),
      })
    }
    const article = () => {
      const form = new FormData()
      form.append('title', 'A title')
      form.append('content', 'A text')
      form.append('category', 'Emotional Wellness')
      return form
    }
    const full = { ...video, description: 'About it', category: 'Emotional Wellness' }
    for (const slash of ['', '/']) {
      const statuses = await Promise.all([
        post(`/articles${slash}`, article()),
        post(`/videos${slash}`, full),
      ])
      expect([slash, ...statuses.map(({ status }) => status)]).toEqual([slash, 201, 201])
    }
    const { status, headers } = await ask('PATCH', '/articles', author)
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
  })
})

import * as v from 'valibot'
import { expect, test } from 'vitest'
import { accountApi } from '#contract/account/api.ts'
import { registrationApi } from '#contract/account/registration-api.ts'
import { endpoint } from '#contract/endpoint.ts'
import { problem } from '#contract/problem.ts'
import { trackersApi } from '#contract/trackers/api.ts'
import { UnreachableError } from '#src/offline/api/api-error.ts'
import { callApi, fetchFile, onContact, type Contact } from '#src/offline/api/api.ts'
import { answerWith, ours, oursRaw, type Answer } from './network.ts'

const credentials = { email: 'nour@example.org', password: 'Right-Pass1!' }
const loginReply = {
  token: 'abc',
  userPayload: {
    _id: '0198a1de-0000-7000-8000-000000000001',
    userT: 'Adolescent',
    firstname: 'Nour',
    lastname: 'Test',
  },
}
const noEntries = () => ours([])

test('a call sends its body as JSON to its address and gives the parsed reply', async () => {
  const [request] = await calling(
    () => ours({ ...loginReply, secret: 1 }),
    () => expect(callApi(accountApi.login, { body: credentials })).resolves.toEqual(loginReply),
  )
  expect(request?.method).toBe('POST')
  expect(request?.url).toBe('https://zync.example/api/auth/login')
  expect(request?.headers.get('content-type')).toBe('application/json')
  expect(await request?.json()).toEqual(credentials)
})

test.each([
  ['a read that was answered', noEntries, 'read'],
  ['a read that was refused', () => ours(problem('not_found'), { status: 404 }), 'answered'],
  ['a page of somebody else', () => new Response('<h1>Welcome</h1>'), 'unanswered'],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), 'unanswered'],
] satisfies [string, Answer, Contact][])(
  '%s says how the server stands: %s',
  async (_, answer, contact) => {
    const heard: Contact[] = []
    const listening = new AbortController()
    onContact((each) => heard.push(each), listening.signal)
    await calling(answer, () => readEntries().catch(() => undefined))
    listening.abort()
    await calling(answer, () => readEntries().catch(() => undefined))
    expect(heard).toEqual([contact])
  },
)

test('what was written and answered is no read', async () => {
  const heard: Contact[] = []
  const listening = new AbortController()
  onContact((each) => heard.push(each), listening.signal)
  await calling(
    () => ours(loginReply),
    () => callApi(accountApi.login, { body: credentials }),
  )
  listening.abort()
  expect(heard).toEqual(['answered'])
})

test('an answer is never taken from nor left in the browser’s cache', async () => {
  const [request] = await calling(noEntries, () => readEntries())
  expect(request?.cache).toBe('no-store')
  expect(request?.credentials).toBe('same-origin')
})

test('the token travels in the header alone', async () => {
  const [request] = await calling(noEntries, () => readEntries('secret-token'))
  expect(request?.headers.get('authorization')).toBe('Bearer secret-token')
  const elsewhere = [...(request?.headers ?? [])].filter(([name]) => name !== 'authorization')
  expect(JSON.stringify([request?.url, elsewhere])).not.toContain('secret-token')
  expect(await request?.text()).toBe('')
})

test('without a token there is no such header', async () => {
  const [request] = await calling(noEntries, () => readEntries())
  expect(request?.headers.has('authorization')).toBe(false)
})

test('parameters fill the path, and nothing in them can leave their place', async () => {
  const read = endpoint({
    ...trackersApi.latestTrackerEntries,
    path: '/rooms/{room}/people/{name}',
    params: v.object({ room: v.string(), name: v.string() }),
  })
  const params = { room: 'a/b?c#d', name: 'نور & co' }
  const [request] = await calling(noEntries, () => callApi(read, { params, query: {} }))
  expect(new URL(request?.url ?? '').pathname).toBe(
    `/api/rooms/a%2Fb%3Fc%23d/people/${encodeURIComponent('نور & co')}`,
  )
})

test('a query is sent without what was left out', async () => {
  const read = endpoint({
    ...trackersApi.latestTrackerEntries,
    query: v.object({ days: v.optional(v.string()), search: v.optional(v.string()) }),
  })
  const input = { params: { type: 'Mood' }, query: { days: undefined, search: 'a&b=c d' } } as const
  const [request] = await calling(noEntries, () => callApi(read, input))
  expect([...new URL(request?.url ?? '').searchParams]).toEqual([['search', 'a&b=c d']])
})

const upload = endpoint({
  ...registrationApi.registerAdolescent,
  body: {
    type: 'multipart',
    schema: v.object({ name: v.string(), bio: v.optional(v.string()) }),
    bytesMax: 1024,
    files: { photo: { kinds: ['png'], bytesMax: 100, required: false, kindText: 'No.' } },
  },
})
const uploaded = () => ours({ userPayload: loginReply.userPayload }, { status: 201 })

test('a form is sent as multipart: its fields, then its files, without what was left out', async () => {
  const photo = new File(['png'], 'me.png', { type: 'image/png' })
  const input = { body: { name: 'Nour & co', bio: undefined }, files: { photo } }
  const [request] = await calling(uploaded, () => callApi(upload, input))
  expect(request?.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/)
  const sent = [...((await request?.formData()) ?? [])]
  expect(sent.map(([name]) => name)).toEqual(['name', 'photo'])
  expect(sent[0]?.[1]).toBe('Nour & co')
  expect(sent[1]?.[1]).toMatchObject({ name: 'me.png', type: 'image/png', size: 3 })
})

test('a form goes without a file that was not chosen', async () => {
  const input = { body: { name: 'Nour' }, files: { photo: undefined } }
  const [request] = await calling(uploaded, () => callApi(upload, input))
  expect([...((await request?.formData()) ?? [])]).toEqual([['name', 'Nour']])
})

const image = endpoint({
  ...accountApi.getUser,
  reply: { status: 200, schema: v.unknown(), type: 'file' },
})
const imageOf = { params: { id: loginReply.userPayload._id } }

test('a file comes as its bytes', async () => {
  answerWith(() => oursRaw('png', { headers: { 'content-type': 'image/png' } }))
  const file = await fetchFile(image, imageOf, { token: 'abc' })
  expect([file.type, await file.text()]).toEqual(['image/png', 'png'])
})

test('a file that our server did not send is none', async () => {
  answerWith(() => new Response('<h1>Welcome to the Wi-Fi</h1>'))
  await expect(fetchFile(image, imageOf)).rejects.toThrow(UnreachableError)
})

test('an empty success is one', async () => {
  answerWith(() => oursRaw(null, { status: 204 }))
  await expect(callApi(accountApi.logout, {}, { token: 'abc' })).resolves.toBeUndefined()
})

function readEntries(token?: string) {
  return callApi(
    trackersApi.latestTrackerEntries,
    { params: { type: 'Mood' }, query: {} },
    { token },
  )
}

async function calling(answer: Answer, call: () => Promise<unknown>): Promise<Request[]> {
  const requests = answerWith(answer)
  await call()
  return requests
}

import { afterEach, describe, expect, test, vi } from 'vitest'
import { contractHeader, contractVersion } from '#contract/version.ts'
import { uploadFile } from '#src/offline/features/chat/send.ts'
import { chatId } from '#tests/support/chat-rows.ts'
import { answerWith, noNetwork, ours } from './network.ts'

const messageId = '01985a3c-5b00-7a10-8c00-000000000001'
const file = { chatId, messageId, name: 'plan.pdf', blob: new Blob(['%PDF-1.4']) }
const facts = { name: 'plan.pdf', kind: 'pdf', bytes: 8, width: null, height: null }
const stored = JSON.stringify({ messageId, file: facts })

afterEach(() => vi.unstubAllGlobals())

/** A browser's XMLHttpRequest as far as an upload uses it: what was sent is written down, `answer` says what comes. */
function installRequest(answer: {
  status?: number
  text?: string
  headers?: Record<string, string>
  ends?: 'error' | 'timeout' | 'abort'
}) {
  const sent: { method: string; url: string; headers: Record<string, string>; form?: FormData } = {
    method: '',
    url: '',
    headers: {},
  }
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget()
    readonly status = answer.status ?? 201
    readonly responseText = answer.text ?? stored
    timeout = 0
    open(method: string, url: string): void {
      Object.assign(sent, { method, url })
    }
    setRequestHeader(name: string, value: string): void {
      sent.headers[name] = value
    }
    getResponseHeader(name: string): string | null {
      return { 'x-zync': '1', ...answer.headers }[name] ?? null
    }
    send(form: FormData): void {
      sent.form = form
      this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 8 }))
      this.dispatchEvent(new Event(answer.ends ?? 'load'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return sent
}

describe('a file that goes up from a page', () => {
  test('goes with the bearer to its message, and says how far it is', async () => {
    const sent = installRequest({})
    const progress: number[] = []
    await uploadFile(file, 'secret', (bytes) => progress.push(bytes))
    expect([sent.method, new URL(sent.url).pathname]).toEqual(['POST', `/api/chat/${chatId}/files`])
    expect([sent.headers, progress]).toEqual([
      { authorization: 'Bearer secret', [contractHeader]: String(contractVersion) },
      [8],
    ])
    expect([...(sent.form?.keys() ?? [])]).toEqual(['messageId', 'fileName', 'file'])
  })

  test.each(['error', 'timeout', 'abort'] as const)('is not there after an %s', async (ends) => {
    installRequest({ ends })
    await expect(uploadFile(file, 't', () => undefined)).rejects.toThrow('No answer')
  })

  test.each([
    ['a captive portal', { headers: { 'x-zync': '' }, text: '<html>' }],
    ['an answer that was cut off', { text: '{"messageId"' }],
    ['a refusal that says nothing', { status: 500, text: '' }],
    ['a success of another shape', { text: '{}' }],
  ])('is not there when %s answers', async (_, answer) => {
    installRequest(answer)
    const failure = uploadFile(file, 't', () => undefined)
    await expect(failure).rejects.toMatchObject({ name: 'UnreachableError' })
  })

  test('is refused with the server’s reason and its wish', async () => {
    const text = JSON.stringify({ code: 'rate_limited', message: 'Too many tries.' })
    installRequest({ status: 429, text, headers: { 'retry-after': '7' } })
    await expect(uploadFile(file, 't', () => undefined)).rejects.toMatchObject({
      status: 429,
      retryAfterMs: 7_000,
      problem: { code: 'rate_limited' },
    })
  })
})

describe('a file that goes up from the worker', () => {
  test('goes by fetch', async () => {
    const requests = answerWith(() => ours(JSON.parse(stored), { status: 201 }))
    await uploadFile(file, 'secret', () => undefined)
    const form = await requests[0]?.formData()
    expect([form?.get('messageId'), form?.get('fileName')]).toEqual([messageId, 'plan.pdf'])
  })

  test('is not there without a network', async () => {
    answerWith(noNetwork)
    await expect(uploadFile(file, 't', () => undefined)).rejects.toThrow('No answer')
  })
})

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import { loadAttachment } from '#src/offline/files/library-files.ts'
import { forgetImages, loadProfileImage } from '#src/offline/files/private-images.ts'
import { endSession } from '#src/offline/session/end-session.ts'
import { clearSession, writeSession } from '#src/offline/session/session-copy.ts'
import { refuseCaches, removeCaches } from './fake-caches.ts'
import { answerWith, noNetwork, ours, oursRaw } from './network.ts'
import { closePhones, openPhone } from './phone.ts'
import { installCacheStorage } from './stored-responses.ts'

const userId = '0193a000-0000-7000-8000-000000000001'
const cacheName = 'private-images'
let stored: ReturnType<typeof installCacheStorage>

beforeEach(async () => {
  stored = installCacheStorage()
  await writeSession({ token: 'secret', userId })
})
afterEach(async () => {
  removeCaches()
  await clearSession()
  await closePhones()
})

const picture = (text: string) => () => oursRaw(text, { headers: { 'content-type': 'image/webp' } })

describe('a profile image', () => {
  test('is asked for with the bearer once, and then comes from this device', async () => {
    const requests = answerWith(picture('face'), noNetwork)
    const texts = [await text(file(1)), await text(file(1))]
    expect(texts).toEqual(['face', 'face'])
    expect(requests.map((request) => new URL(request.url).pathname)).toEqual([
      `/api/profile-images/${file(1)}`,
    ])
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer secret')
  })

  test('that was kept is there without a login and without a network', async () => {
    answerWith(picture('face'), noNetwork)
    await loadProfileImage(file(1))
    await clearSession()
    expect(await text(file(1))).toBe('face')
  })

  test('is asked for by nobody who is not logged in', async () => {
    const requests = answerWith(picture('face'))
    await clearSession()
    expect(await loadProfileImage(file(1))).toBeUndefined()
    expect(requests).toEqual([])
  })

  test.each(['', '../auth/logout', 'face.png', `${file(1)}/..`, 'https://evil.example/face.webp'])(
    'named %j is not asked for',
    async (name) => {
      const requests = answerWith(picture('face'))
      expect(await loadProfileImage(name)).toBeUndefined()
      expect(requests).toEqual([])
    },
  )

  test('that is refused or unreachable is not kept', async () => {
    answerWith(() => ours(problem('not_found'), { status: 404 }), noNetwork)
    const refusal: unknown = await loadProfileImage(file(1)).catch((error: unknown) => error)
    expect(isApiProblem(refusal)).toBe(true)
    await expect(loadProfileImage(file(1))).rejects.toThrow('No answer')
    expect(stored.get(cacheName)?.size ?? 0).toBe(0)
  })

  test('is shown though the device cannot keep it', async () => {
    removeCaches()
    answerWith(picture('face'))
    expect(await text(file(1))).toBe('face')
  })

  test('is shown, its person forgotten, and a picture of the library shown, where Cache Storage refuses', async () => {
    refuseCaches('match', 'open')
    answerWith(picture('face'))
    expect(await text(file(1))).toBe('face')
    await forgetImages([file(1)])
    expect(await (await loadAttachment(file(2)))?.text()).toBe('face')
  })

  test('leaves when 200 newer ones have come', async () => {
    answerWith(picture('face'))
    for (let index = 0; index <= 200; index += 1) await loadProfileImage(file(index))
    const cached = [...(stored.get(cacheName)?.keys() ?? [])]
    expect(cached).toHaveLength(200)
    expect(cached[0]).toContain(file(1))
    expect(cached.at(-1)).toContain(file(200))
  })
})

test('of many profile images two are fetched at once, and none that nobody waits for any more', async () => {
  const answer = Promise.withResolvers<void>()
  const requests = answerWith(async () => {
    await answer.promise
    return picture('face')()
  })
  const leaving = new AbortController()
  const shown = [loadProfileImage(file(1)), loadProfileImage(file(2))]
  const left = loadProfileImage(file(3), leaving.signal)
  const last = loadProfileImage(file(4))
  await expect.poll(() => requests.length).toBe(2)
  leaving.abort(new Error('The page was left'))
  await expect(left).rejects.toThrow('The page was left')
  answer.resolve()
  await Promise.all([...shown, last])
  const asked = requests.map(({ url }) => url.slice(url.lastIndexOf('/') + 1))
  expect(asked).toEqual([file(1), file(2), file(4)])
})

describe('after a logout', () => {
  test('no image is left', async () => {
    answerWith(picture('face'))
    const db = await openPhone(userId)
    await loadProfileImage(file(1))
    await endSession(db)
    expect([...stored.keys()]).toEqual([])
  })

  test('an image that was under way meanwhile is not kept', async () => {
    const db = await openPhone(userId)
    answerWith(async () => {
      await endSession(db)
      return picture('face')()
    })
    expect(await text(file(1))).toBe('face')
    expect([...stored.keys()]).toEqual([])
  })

  test('an image fetched for one person is not kept for the next', async () => {
    answerWith(async () => {
      await writeSession({ token: 'other', userId: '0193a000-0000-7000-8000-000000000002' })
      return picture('face')()
    })
    await loadProfileImage(file(1))
    expect([...stored.keys()]).toEqual([])
  })
})

function file(index: number): string {
  return `0193a000-0000-7000-8000-${String(index).padStart(12, '0')}.webp`
}

async function text(name: string): Promise<string | undefined> {
  return await (await loadProfileImage(name))?.text()
}

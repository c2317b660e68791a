import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Article } from '#contract/library/model.ts'
import type { ReceivedPack } from '#contract/library/packs.ts'
import { problem } from '#contract/problem.ts'
import { refreshArticle, refreshLibrary } from '#src/features/library/data/library-resource.ts'
import { readAllArticles, readOfferedArticles } from '#src/features/library/data/library-store.ts'
import { readShelf, saveOffline, takeOff } from '#src/features/library/data/shelf.ts'
import { readShortReads } from '#src/features/library/data/short-reads.ts'
import { followPackNotices, packsResource } from '#src/features/library/packs/packs-resource.ts'
import { UnreachableError } from '#src/offline/api/api-error.ts'
import { enqueue } from '#src/offline/engine/outbox.ts'
import { clearSession, writeSession } from '#src/offline/session/session-copy.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { sharedDatabase } from '#src/offline/storage/shared-database.ts'
import { removeCaches } from '#tests/offline/fake-caches.ts'
import { answerWith, noNetwork, ours, oursRaw, type Answer } from '#tests/offline/network.ts'
import { closePhones, openPhone, tap } from '#tests/offline/phone.ts'
import { installCacheStorage } from '#tests/offline/stored-responses.ts'
import { article } from './articles.ts'

const pdf = '0193a000-0000-7000-8000-0000000000aa.pdf'
const facts = { kind: 'pdf', bytes: 5, width: null, height: null } as const
let db: UserDatabase

beforeEach(async () => {
  installCacheStorage()
  stateNetwork({ onLine: true })
  db = await openPhone()
  await writeSession({ token: 'secret', userId: db.userId })
})
afterEach(async () => {
  stateNetwork({ onLine: true })
  removeCaches()
  await clearSession()
  await closePhones()
  await sharedDatabase().delete({ disableAutoOpen: false })
})

function stateNetwork(given: { onLine: boolean; saveData?: boolean }) {
  const { onLine, saveData = false } = given
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: onLine })
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData } })
}

function packOf(articles: readonly Article[], given: Partial<ReceivedPack> = {}): ReceivedPack {
  return {
    _id: crypto.randomUUID(),
    provider: article().author,
    title: 'For a calm week',
    note: 'Read one.',
    articles: articles.map(({ _id, title }) => ({ _id, title })),
    createdAt: '2026-11-01T09:00:00.000Z',
    ...given,
  }
}

const changes = { articles: [], videos: [], removed: [], next: 7, more: false, reset: false }

/** A server that knows no such place in the library's feed, with these lists. */
function answerBeginningAnew(lists: Answer): void {
  answerWith(
    () => ours({ ...changes, reset: true }),
    (request) => (request.url.includes('/library/changes') ? ours(changes) : lists(request)),
  )
}

/** A server with these packs and articles. */
function server(packs: readonly ReceivedPack[], articles: readonly Article[]): Request[] {
  return answerWith((request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/api/packs') return ours({ packs })
    if (pathname === '/api/library/changes') return ours(changes)
    if (pathname === '/api/articles' || pathname === '/api/videos') return ours([])
    if (pathname.startsWith('/api/uploads/')) {
      return oursRaw('12345', { headers: { 'content-type': 'application/pdf' } })
    }
    const one = articles.find(({ _id }) => pathname === `/api/articles/${_id}`)
    return one ? ours(one) : ours(problem('not_found'), { status: 404 })
  })
}

const arrive = (packs: readonly ReceivedPack[], before: readonly string[] = []) =>
  followPackNotices(db, 'secret', {
    before: new Set(before),
    after: new Set(packs.map(({ _id }) => _id)),
  })
const shown = async () => (await packsResource.read(db))?.packs ?? []
const onShelf = async () =>
  (await readShelf(db)).map((one) => ({
    title: one.article.title,
    saved: one.row.saved,
    fileLost: one.fileLost,
  }))
const pathsOf = (requests: readonly Request[]) =>
  requests.map(({ url }) => new URL(url).pathname.replace('/api', ''))

test('an article that is gone at the server is offered for no pack', async () => {
  const [here, gone] = [article({ title: 'Here' }), article({ title: 'Gone' })]
  // What a form shows of it would untick what it was opened with.
  expect(await readOfferedArticles(db)).toBeUndefined()
  server([], [])
  await refreshLibrary(db, 'secret')
  await sharedDatabase().articles.bulkPut([here, { ...gone, gone: 'deleted' }])
  expect((await readAllArticles(db.viewerId)).length).toBe(2)
  expect((await readOfferedArticles(db))?.map(({ title }) => title)).toEqual(['Here'])
})

test('an article of somebody who is blocked is offered for no pack, and nobody to read', async () => {
  const one = article({ title: 'Here' })
  server([], [])
  await refreshLibrary(db, 'secret')
  await sharedDatabase().articles.put(one)
  expect(await readShortReads(db, 'en')).toHaveLength(1)
  await enqueue(db, { kind: 'safety.block', payload: { userId: one.author._id } }, tap())
  expect(await readOfferedArticles(db)).toEqual([])
  expect(await readShortReads(db, 'en')).toEqual([])
})

describe('a reading pack that arrives', () => {
  test('is here with its articles and their files, also without a network', async () => {
    const articles = [
      article({ title: 'A walk' }),
      article({ title: 'A diary', attachment: pdf, attachmentFacts: facts }),
    ]
    const packs = [packOf(articles)]
    server(packs, articles)
    await arrive(packs)
    answerWith(noNetwork)
    expect(await shown()).toMatchObject([
      {
        title: 'For a calm week',
        articles: [
          { title: 'A walk', saved: true },
          { title: 'A diary', saved: true },
        ],
      },
    ])
    expect(await onShelf()).toEqual(
      expect.arrayContaining([
        { title: 'A walk', saved: true, fileLost: false },
        { title: 'A diary', saved: true, fileLost: false },
      ]),
    )
  })

  test('is not said to be saved where the browser has let go of a file', async () => {
    const one = article({ attachment: pdf, attachmentFacts: facts })
    const packs = [packOf([one])]
    server(packs, [one])
    await arrive(packs)
    await caches.delete('private-documents')
    expect(await shown()).toMatchObject([{ articles: [{ title: one.title, saved: false }] }])
  })

  test('is saved again where the text of an article is gone from this device', async () => {
    const one = article()
    const packs = [packOf([one])]
    server(packs, [one])
    await arrive(packs)
    await sharedDatabase().articles.delete(one._id)
    expect(await shown()).toMatchObject([{ articles: [{ saved: false }] }])
    await arrive(packs)
    expect(await onShelf()).toEqual([{ title: one.title, saved: true, fileLost: false }])
  })

  test('stays on the shelf where the library is read anew while it comes', async () => {
    const one = article({ attachment: pdf, attachmentFacts: facts })
    const packs = [packOf([one])]
    server([], [])
    await refreshLibrary(db, 'secret')
    answerBeginningAnew(async ({ url }) => {
      if (!url.includes('/articles?')) return ours([])
      server(packs, [one])
      await arrive(packs)
      return ours([])
    })
    await refreshLibrary(db, 'secret')
    expect(await onShelf()).toEqual([{ title: one.title, saved: true, fileLost: false }])
  })

  test('is on the shelf also where the library was read anew while a file was on the way', async () => {
    const one = article({ attachment: pdf, attachmentFacts: facts })
    server([], [])
    await refreshLibrary(db, 'secret')
    answerWith(
      () => ours({ packs: [packOf([one])] }),
      () => ours(one),
      async () => {
        answerBeginningAnew(() => ours([]))
        await refreshLibrary(db, 'secret')
        return oursRaw('12345', { headers: { 'content-type': 'application/pdf' } })
      },
    )
    await arrive([packOf([])])
    expect(await onShelf()).toEqual([{ title: one.title, saved: true, fileLost: false }])
  })

  test('stays where an older look at the packs answers after a newer one', async () => {
    stateNetwork({ onLine: true, saveData: true })
    const [first, second] = [packOf([article()]), packOf([article()])]
    const slow = Promise.withResolvers<Response>()
    answerWith(
      () => slow.promise,
      () => ours({ packs: [second, first] }),
    )
    const older = packsResource.refresh(db, 'secret')
    await packsResource.refresh(db, 'secret')
    slow.resolve(ours({ packs: [first] }))
    await older
    expect((await shown()).map(({ _id }) => _id)).toEqual([second._id, first._id])
  })

  test('is fetched once, and what was taken off the shelf stays off', async () => {
    const one = article()
    const packs = [packOf([one])]
    server(packs, [one])
    await arrive(packs)
    await takeOff(db, one)
    const requests = server(packs, [one])
    await arrive(packs)
    expect(pathsOf(requests)).toEqual([])
    expect(await onShelf()).toEqual([])
    expect(await shown()).toMatchObject([{ articles: [{ title: one.title, saved: false }] }])
  })

  test('that was cut short goes on at the next chance', async () => {
    const articles = [article(), article()]
    const packs = [packOf(articles)]
    server(packs, articles)
    await refreshLibrary(db, 'secret')
    answerWith((request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/api/packs') return ours({ packs })
      if (pathname === `/api/articles/${articles[0]?._id}`) return ours(articles[0])
      return noNetwork()
    })
    await expect(arrive(packs)).rejects.toThrow(UnreachableError)
    expect(await onShelf()).toHaveLength(1)
    server(packs, articles)
    await arrive(packs)
    expect(await onShelf()).toHaveLength(2)
  })

  test('is only listed where the person saves data', async () => {
    const one = article()
    const packs = [packOf([one])]
    stateNetwork({ onLine: true, saveData: true })
    const requests = server(packs, [one])
    await arrive(packs)
    expect(pathsOf(requests)).toEqual(['/packs'])
    expect(await shown()).toMatchObject([{ articles: [{ title: one.title, saved: false }] }])
  })

  test('without room for a file is here as its text', async () => {
    const one = article({ attachment: pdf, attachmentFacts: facts })
    const packs = [packOf([one])]
    server(packs, [one])
    const storage = globalThis.caches
    const open = storage.open.bind(storage)
    storage.open = async (name) => {
      const cache = await open(name)
      cache.put = () => Promise.reject(new DOMException('Full', 'QuotaExceededError'))
      return cache
    }
    await arrive(packs)
    expect(await onShelf()).toEqual([{ title: one.title, saved: false, fileLost: false }])
  })

  test('without room for an article takes none from what the person saved, and is not asked for again', async () => {
    const [own, text, one] = [
      article({ title: 'By hand', attachment: pdf, attachmentFacts: facts }),
      article({ title: 'No room' }),
      article({ title: 'No row' }),
    ]
    server([], [own])
    await refreshLibrary(db, 'secret')
    await refreshArticle(db, 'secret', own._id)
    await saveOffline(db, own, 1)
    const packs = [packOf([text, one])]
    server(packs, [own, text, one])
    const full = (_: unknown, row: object) => {
      const isFull = !('title' in row) || row.title === 'No room'
      if (isFull) throw new DOMException('Full', 'QuotaExceededError')
    }
    const disks = [sharedDatabase().articles.hook('creating'), db.shelf.hook('creating')]
    for (const disk of disks) disk.subscribe(full)
    await arrive(packs).finally(() => disks.forEach((disk) => disk.unsubscribe(full)))
    expect(await onShelf()).toEqual([{ title: 'By hand', saved: true, fileLost: false }])
    const requests = server(packs, [own, text, one])
    await arrive(packs)
    expect(pathsOf(requests)).toEqual([])
  })

  test('with one file that fails goes on with the others, and says so at the end', async () => {
    const articles = [
      article({ attachment: pdf, attachmentFacts: facts }),
      article({ title: 'A diary' }),
    ]
    const packs = [packOf(articles)]
    server(packs, articles)
    await refreshLibrary(db, 'secret')
    answerWith((request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/api/packs') return ours({ packs })
      const one = articles.find(({ _id }) => pathname === `/api/articles/${_id}`)
      return one ? ours(one) : noNetwork()
    })
    await expect(arrive(packs)).rejects.toThrow(UnreachableError)
    expect(await onShelf()).toEqual([{ title: 'A diary', saved: true, fileLost: false }])
    server(packs, articles)
    await arrive(packs)
    expect(await onShelf()).toHaveLength(2)
  })

  test('while another is being saved is saved after it', async () => {
    const [first, second] = [article({ title: 'First' }), article({ title: 'Second' })]
    const packs = [packOf([first])]
    let arrived: Promise<void> | undefined
    server(packs, [first])
    await refreshLibrary(db, 'secret')
    answerWith(async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/api/packs') return ours({ packs })
      if (pathname === `/api/articles/${second._id}`) return ours(second)
      packs.push(packOf([second]))
      arrived = arrive(packs)
      await arrived
      return ours(first)
    })
    await arrive(packs)
    expect(arrived).toBeDefined()
    expect((await onShelf()).map(({ title }) => title).toSorted()).toEqual(['First', 'Second'])
  })

  test('names an article that is gone at the server as the shelf has it, or not at all', async () => {
    const [saved, never] = [article({ title: 'Saved' }), article({ title: 'Never' })]
    const packs = [packOf([saved, never])]
    server(packs, [saved])
    await arrive(packs)
    const gone = packOf([], {
      _id: packs[0]?._id ?? '',
      articles: [saved, never].map(({ _id }) => ({ _id, title: null })),
    })
    server([gone], [])
    await packsResource.refresh(db, 'secret')
    expect((await shown())[0]?.articles.map(({ title }) => title)).toEqual(['Saved', null])
  })

  test('leaves the list when it is taken back, and its articles stay on the shelf', async () => {
    const one = article()
    const packs = [packOf([one])]
    server(packs, [one])
    await arrive(packs)
    server([], [one])
    await arrive([], [packs[0]?._id ?? ''])
    expect(await shown()).toEqual([])
    expect(await onShelf()).toHaveLength(1)
  })

  test('that an older notice names no more stays', async () => {
    const packs = [packOf([article()])]
    server(packs, [])
    await arrive(packs)
    const requests = server(packs, [])
    await arrive([], [])
    expect(pathsOf(requests)).toEqual([])
    expect(await shown()).toHaveLength(1)
  })
})

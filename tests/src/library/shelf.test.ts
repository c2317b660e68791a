import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Language } from '#contract/language.ts'
import { plainText, readingMinutes } from '#contract/library/blocks.ts'
import type { Article, Video } from '#contract/library/model.ts'
import { problem } from '#contract/problem.ts'
import {
  articleResource,
  prefetchNewest,
  refreshArticle,
  refreshLibrary,
} from '#src/features/library/data/library-resource.ts'
import {
  readAllArticles,
  readArticle,
  readArticles,
  readVideos,
} from '#src/features/library/data/library-store.ts'
import {
  noteOpened,
  notePosition,
  readShelf,
  saveOffline,
  takeOff,
} from '#src/features/library/data/shelf.ts'
import { readShortReads } from '#src/features/library/data/short-reads.ts'
import { listLanguages } from '#src/features/library/language.tsx'
import { UnreachableError } from '#src/offline/api/api-error.ts'
import { setLock } from '#src/offline/session/lock.ts'
import { writeSession, clearSession } from '#src/offline/session/session-copy.ts'
import { setVault } from '#src/offline/session/session-start.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { StorageFullError } from '#src/offline/storage/quota.ts'
import { sharedDatabase } from '#src/offline/storage/shared-database.ts'
import { removeCaches } from '#tests/offline/fake-caches.ts'
import { fillDisk } from '#tests/offline/full-disk.ts'
import { answerWith, noNetwork, ours, oursRaw } from '#tests/offline/network.ts'
import { closePhones, nowMs, openPhone } from '#tests/offline/phone.ts'
import { installCacheStorage } from '#tests/offline/stored-responses.ts'
import { article, video } from './articles.ts'

const pdf = '0193a000-0000-7000-8000-0000000000aa.pdf'
const otherPdf = '0193a000-0000-7000-8000-0000000000ab.pdf'
let db: UserDatabase
let stored: ReturnType<typeof installCacheStorage>

beforeEach(async () => {
  stored = installCacheStorage()
  db = await openPhone()
  await writeSession({ token: 'secret', userId: db.userId })
})
afterEach(async () => {
  removeCaches()
  await clearSession()
  await closePhones()
  await sharedDatabase().delete({ disableAutoOpen: false })
})

/** A server with these items: lists, one look at the changes after another, and files. */
function server(state: {
  articles?: Article[]
  videos?: Video[]
  changes?: object
  one?: Article
}): Request[] {
  const changes = {
    articles: [],
    videos: [],
    removed: [],
    next: 7,
    more: false,
    reset: false,
    ...state.changes,
  }
  return answerWith((request) => {
    const { pathname, searchParams } = new URL(request.url)
    const page = (items: readonly { _id: string }[]) => {
      const before = searchParams.get('before') ?? 'g'
      const older = items.filter(({ _id }) => _id < before)
      return ours(older.toSorted((a, b) => (a._id < b._id ? 1 : -1)).slice(0, 100))
    }
    if (pathname === '/api/library/changes') return ours(changes)
    if (pathname === '/api/articles') return page(state.articles ?? [])
    if (pathname === '/api/videos') return page(state.videos ?? [])
    if (pathname.startsWith('/api/uploads/')) {
      return oursRaw('12345', { headers: { 'content-type': 'application/pdf' } })
    }
    if (state.one) return ours(state.one)
    return ours(problem('not_found'), { status: 404 })
  })
}

const refresh = () => refreshLibrary(db, 'secret')
const titles = async () => (await readArticles(db.viewerId))?.items.map(({ title }) => title)

describe('this device’s copy of the library', () => {
  test('is there after the first look, newest first', async () => {
    expect(await readArticles(db.viewerId)).toBeUndefined()
    server({ articles: [article({ title: 'old' }), article({ title: 'new' })], videos: [video()] })
    await refresh()
    expect(await titles()).toEqual(['new', 'old'])
    expect((await readVideos(db.viewerId))?.items).toHaveLength(1)
  })

  test('holds the newest 300 and knows that there are older ones', async () => {
    const articles = Array.from({ length: 450 }, () => article())
    server({ articles })
    await refresh()
    const stored = await readArticles(db.viewerId)
    expect(stored?.items).toHaveLength(300)
    expect(stored?.oldest).toBe(articles[150]?._id)
  })

  test('follows what changes, without reading the lists again', async () => {
    const [first, second] = [article({ title: 'first' }), article({ title: 'second' })]
    server({ articles: [first, second] })
    await refresh()
    const requests = server({
      changes: {
        articles: [{ ...first, title: 'first, better' }, article({ title: 'third' })],
        removed: [{ _id: second._id, kind: 'article', reason: 'deleted', seq: 9 }],
        next: 9,
      },
    })
    await refresh()
    expect(await titles()).toEqual(['third', 'first, better'])
    expect(requests).toHaveLength(1)
  })

  test('is read anew where the server knows no such place', async () => {
    server({ articles: [article({ title: 'before' })] })
    await refresh()
    const requests = answerWith(
      () => ours({ articles: [], videos: [], removed: [], next: 1, more: false, reset: true }),
      (request) =>
        request.url.includes('changes')
          ? ours({ articles: [], videos: [], removed: [], next: 1, more: false, reset: false })
          : ours(request.url.includes('articles') ? [article({ title: 'after' })] : []),
    )
    await refresh()
    expect(await titles()).toEqual(['after'])
    expect(requests.length).toBeGreaterThan(1)
  })

  test('that an older build stored is read anew before it is opened, and has no fewer articles after it', async () => {
    const articles = Array.from({ length: 150 }, () => article())
    server({ articles })
    await refresh()
    await sharedDatabase()
      .facts.toCollection()
      .modify((fact) => void Object.assign(fact, { shape: 0 }))
    await prefetchNewest(db, 'secret')
    expect((await readArticles(db.viewerId))?.items).toHaveLength(150)
  })

  test('has the newest alone on a device that never had it', async () => {
    server({ articles: Array.from({ length: 150 }, () => article()) })
    await prefetchNewest(db, 'secret')
    expect((await readArticles(db.viewerId))?.items.length).toBeLessThan(150)
  })

  test('is nobody else’s', async () => {
    server({ articles: [article({ title: 'mine' })] })
    await refresh()
    const other = await openPhone()
    expect(await readArticles(other.viewerId)).toBeUndefined()
    expect(await readAllArticles(other.viewerId)).toEqual([])
  })
})

describe('an opened article', () => {
  test('stays, marked, when the server’s copy is gone, and leaves the list', async () => {
    const one = article({ title: 'read' })
    server({ articles: [one] })
    await refresh()
    await noteOpened(db, one._id, nowMs)
    server({
      changes: { removed: [{ _id: one._id, kind: 'article', reason: 'author_deleted', seq: 9 }] },
    })
    await refresh()
    expect(await titles()).toEqual([])
    expect(await readArticle(db.viewerId, one._id)).toMatchObject({
      title: 'read',
      gone: 'author_deleted',
      author: { firstname: '', lastname: '' },
    })
    expect(await refreshArticle(db, 'secret', one._id)).toBe('missing')
    expect(await readArticle(db.viewerId, one._id)).toMatchObject({ gone: 'author_deleted' })
  })

  test('that is asked for alone and not there is missing, or marked where it was opened', async () => {
    const one = article()
    server({ articles: [one] })
    await refresh()
    expect(await refreshArticle(db, 'secret', one._id)).toBe('missing')
    expect(await readArticle(db.viewerId, one._id)).toBeUndefined()
    server({ one })
    expect(await refreshArticle(db, 'secret', one._id)).toBe('found')
    await noteOpened(db, one._id, nowMs)
    server({})
    expect(await refreshArticle(db, 'secret', one._id)).toBe('missing')
    expect(await readArticle(db.viewerId, one._id)).toMatchObject({ gone: 'hidden' })
  })

  test('is asked for by no wrong name', async () => {
    const requests = server({})
    expect(await refreshArticle(db, 'secret', '../auth/logout')).toBe('missing')
    expect(requests).toEqual([])
  })
})

describe('an article saved offline', () => {
  const withPdf = () =>
    article({
      attachment: pdf,
      attachmentFacts: { kind: 'pdf', bytes: 5, width: null, height: null },
    })

  test('has its file and its size on the shelf, and gives both back', async () => {
    const one = withPdf()
    server({ articles: [one] })
    await refresh()
    await saveOffline(db, one, nowMs)
    await notePosition(db, one._id, 0.5)
    const [item] = await readShelf(db)
    expect(item).toMatchObject({ fileLost: false, row: { saved: true, position: 0.5 } })
    expect(item?.bytes).toBe(one.title.length + one.content.length + 5)
    await takeOff(db, one)
    expect(await readShelf(db)).toEqual([])
    expect(stored.get('private-documents')?.size).toBe(0)
  })

  test('says when the browser has let go of its file', async () => {
    const one = withPdf()
    server({ articles: [one] })
    await refresh()
    await saveOffline(db, one, nowMs)
    const saved = async () => (await articleResource.read(db, one._id))?.saved
    expect(await saved()).toBe(true)
    stored.delete('private-documents')
    expect((await readShelf(db))[0]?.fileLost).toBe(true)
    expect(await saved()).toBe(false)
  })

  const fillCaches = () => {
    const storage = globalThis.caches
    const open = storage.open.bind(storage)
    storage.open = async (name) => {
      const cache = await open(name)
      cache.put = () => Promise.reject(new DOMException('Full', 'QuotaExceededError'))
      return cache
    }
  }

  test('is not half saved on a full disk', async () => {
    const one = withPdf()
    server({ articles: [one] })
    await refresh()
    fillCaches()
    await expect(saveOffline(db, one, nowMs)).rejects.toThrow(StorageFullError)
    expect(await readShelf(db)).toEqual([])
    expect(stored.get('private-documents')?.size ?? 0).toBe(0)
  })

  test('keeps its file where it is saved once more and there is no room for that', async () => {
    const one = withPdf()
    server({ articles: [one] })
    await refresh()
    await saveOffline(db, one, nowMs)
    fillCaches()
    await saveOffline(db, one, nowMs)
    expect(await readShelf(db)).toMatchObject([{ fileLost: false }])
    fillDisk(db, Infinity)
    await expect(saveOffline(db, one, nowMs)).rejects.toThrow(StorageFullError)
    expect(await readShelf(db)).toMatchObject([{ fileLost: false }])
  })

  test('takes no room from what was saved before it, and is not half saved without room for its note', async () => {
    const [one, two] = [withPdf(), { ...withPdf(), attachment: otherPdf }]
    server({ articles: [one, two] })
    await refresh()
    await saveOffline(db, one, nowMs)
    fillDisk(db, Infinity)
    await expect(saveOffline(db, two, nowMs)).rejects.toThrow(StorageFullError)
    expect(await readShelf(db)).toMatchObject([{ article: { _id: one._id }, fileLost: false }])
    expect(stored.get('private-documents')?.size).toBe(1)
  })

  test('has pictures make room for its note, and no other file', async () => {
    const [one, two] = [withPdf(), { ...withPdf(), attachment: otherPdf }]
    server({ articles: [one, two] })
    await refresh()
    await saveOffline(db, one, nowMs)
    await (await caches.open('private-library-images')).put('/picture.png', new Response('x'))
    fillDisk(db, 1)
    await saveOffline(db, two, nowMs)
    const lost = (await readShelf(db)).map(({ fileLost }) => fileLost)
    expect(lost).toEqual([false, false])
    expect(stored.has('private-library-images')).toBe(false)
  })

  test('stays where there is no room for what nobody asked for', async () => {
    const one = withPdf()
    server({ articles: [one] })
    await refresh()
    await saveOffline(db, one, nowMs)
    server({ changes: { articles: [article()] } })
    const disk = sharedDatabase().articles.hook('creating')
    const full = () => {
      throw new DOMException('Full', 'QuotaExceededError')
    }
    disk.subscribe(full)
    await expect(prefetchNewest(db, 'secret')).rejects.toThrow(StorageFullError)
    disk.unsubscribe(full)
    expect(await readShelf(db)).toMatchObject([{ fileLost: false }])
  })

  test('is not saved without a network, and nothing of it is kept', async () => {
    const one = withPdf()
    server({ articles: [one] })
    await refresh()
    answerWith(noNetwork)
    await expect(saveOffline(db, one, nowMs)).rejects.toThrow(UnreachableError)
    expect(await readShelf(db)).toEqual([])
  })

  test('has its file also where the app locks while that comes', async () => {
    const one = withPdf()
    server({ articles: [one] })
    await refresh()
    answerWith(async () => {
      await lock()
      return oursRaw('bytes')
    })
    await saveOffline(db, one, nowMs)
    expect(await readShelf(db)).toMatchObject([{ fileLost: false, row: { saved: true } }])
    expect(stored.get('private-documents')?.size).toBe(1)
  })

  test('is not saved without its file while the app is locked', async () => {
    const one = withPdf()
    server({ articles: [one] })
    await refresh()
    await lock()
    await expect(saveOffline(db, one, nowMs)).rejects.toThrow(UnreachableError)
    expect(await readShelf(db)).toEqual([])
  })
})

async function lock(): Promise<void> {
  await setLock({ token: 'secret', userId: db.userId }, '204961')
  setVault(undefined)
}

test('an article that is offered takes as many minutes as its card says', async () => {
  const long = article({ content: 'word '.repeat(470) })
  server({ articles: [long] })
  await refresh()
  const minutes = readingMinutes(plainText(long))
  expect(await readShortReads(db, 'en')).toMatchObject([{ _id: long._id, minutes }])
})

describe('what is offered to read', () => {
  afterEach(() => listLanguages.set('own'))

  test('is in the language of the screen, and in another one where there is none or all are wanted', async () => {
    const [english, arabic] = [article({ title: 'en' }), article({ title: 'ar', language: 'ar' })]
    const pdfOnly = article({ title: 'long', language: 'fr', content: 'mot '.repeat(2_000) })
    server({ articles: [english, arabic, pdfOnly] })
    await refresh()
    const offered = async (language: Language, minutesMax?: number) =>
      (await readShortReads(db, language, minutesMax)).map(({ title }) => title)
    expect(await offered('en')).toEqual(['en'])
    expect(await offered('ar')).toEqual(['ar'])
    expect(await offered('fr', 3)).toEqual(['ar', 'en'])
    listLanguages.set('all')
    expect(await offered('ar', 3)).toEqual(['ar', 'en'])
  })
})

test('a copy of a build that knew no languages stays readable, and is read anew once', async () => {
  const { language: _, ...old } = article({ title: 'عنوان' })
  server({ articles: [old] })
  await refresh()
  await sharedDatabase()
    .facts.toCollection()
    .modify((fact) => {
      if (fact.key === 'library') delete (fact as { shape?: number }).shape
    })
  expect(await titles()).toEqual(['عنوان'])
  const requests = server({ articles: [{ ...old, language: 'ar' }] })
  await refresh()
  expect((await readArticles(db.viewerId))?.items.map(({ language }) => language)).toEqual(['ar'])
  const lists = () => requests.filter(({ url }) => url.includes('/api/articles')).length
  expect(lists()).toBe(1)
  await refresh()
  expect(lists()).toBe(1)
})

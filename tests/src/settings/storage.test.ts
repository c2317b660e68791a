import { afterEach, describe, expect, test } from 'vitest'
import { cacheKind, readStorageFigures } from '#src/features/account/settings/storage-section.tsx'
import { evictCaches } from '#src/offline/storage/quota.ts'
import { removeCaches } from '#tests/offline/fake-caches.ts'
import { answers, closePhones, openPhone } from '#tests/offline/phone.ts'
import { installCacheStorage } from '#tests/offline/stored-responses.ts'
import { day } from '#tests/support/day.ts'

afterEach(async () => {
  removeCaches()
  await closePhones()
})

test.each([
  ['workbox-precache-v2-https://zync.example/', 'app'],
  ['previous-build', 'app'],
  ['images', 'images'],
  ['private-images', 'images'],
  ['private-library-images', 'library'],
  ['private-documents', 'documents'],
  ['documents', 'documents'],
  ['something-else', undefined],
])('the cache %s holds %s', (name, kind) => {
  expect(cacheKind(name)).toBe(kind)
})

describe('what is stored', () => {
  test('is counted in days, items, files and bytes', async () => {
    const db = await phoneWithAnswers()
    fillCaches()
    const figures = await readStorageFigures(db)
    expect(figures).toMatchObject({
      answerDays: 2,
      unsent: 1,
      caches: {
        app: { files: 1, bytes: 7 },
        images: { files: 3, bytes: 12 },
        documents: { files: 1, bytes: 3 },
      },
    })
  })

  test('is counted where the browser has no caches and says nothing', async () => {
    const figures = await readStorageFigures(await phoneWithAnswers())
    expect(figures.caches.app).toEqual({ files: 0, bytes: 0 })
    expect([figures.usedBytes, figures.persisted]).toEqual([undefined, undefined])
  })

  test('loses by freeing what can be fetched again, and nothing that was done', async () => {
    const db = await phoneWithAnswers()
    fillCaches()
    await evictCaches()
    expect(await readStorageFigures(db)).toMatchObject({
      answerDays: 2,
      unsent: 1,
      caches: { app: { files: 1 }, images: { files: 0 }, documents: { files: 0 } },
    })
  })
})

async function phoneWithAnswers() {
  const db = await openPhone()
  const entry = { id: crypto.randomUUID(), answer: 'happy', score: 4 }
  await db.trackerEntries.bulkPut([
    { ...entry, trackerType: 'Mood', day: day('2026-11-19') },
    { ...entry, trackerType: 'Diet', day: day('2026-11-19') },
    { ...entry, trackerType: 'Mood', day: day('2026-11-20') },
  ] as never)
  await answers(db)
  return db
}

function fillCaches(): void {
  const stored = installCacheStorage()
  stored.set('workbox-precache-v2', new Map([['/a.js', new Response('1234567')]]))
  stored.set('images', new Map([['/1', new Response('1234')]]))
  stored.set(
    'private-images',
    new Map([
      ['/2', new Response('1234')],
      ['/3', new Response('1234')],
    ]),
  )
  stored.set('documents', new Map([['/4', new Response('123')]]))
}

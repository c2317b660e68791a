import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc } from 'drizzle-orm'
import sharp from 'sharp'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileKindOf } from '#contract/file-kind.ts'
import { languages } from '#contract/language.ts'
import { articleBlocks, plainText } from '#contract/library/blocks.ts'
import {
  smallAttachment,
  wellnessCategories,
  newArticleSchema,
  newVideoSchema,
  videoTitle,
  youtubeIdSchema,
  youtubeUrl,
} from '#contract/library/model.ts'
import type { LocalDate } from '#contract/local-date.ts'
import { introVideos, libraryHead, libraryItems } from '#server/db/schema/library.ts'
import { blobRemovals } from '#server/db/schema/upkeep.ts'
import { loadDemo } from '#server/demo/load.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { demoSurroundings } from '#tests/support/demo.ts'

const { articles: loaded, videos: demoVideos, introductions, fileContent } = loadDemo()
const today = '2026-11-21' as LocalDate

describe('the demo library', () => {
  test('has articles and videos in every category', () => {
    expect(loaded.length).toBeGreaterThanOrEqual(24)
    expect(demoVideos).toHaveLength(12)
    for (const category of wellnessCategories) {
      expect(loaded.filter((article) => article.category === category).length).toBeGreaterThan(3)
      expect(demoVideos.some((video) => video.category === category)).toBe(true)
    }
    for (const language of languages) {
      expect(loaded.filter((article) => article.language === language).length).toBeGreaterThan(1)
    }
    expect(new Set(loaded.map(({ title }) => title)).size).toBe(loaded.length)
    expect(new Set(demoVideos.map(({ videoId }) => videoId)).size).toBe(12)
  })

  test.each(loaded)('$title: could have been published like any other', (article) => {
    expect(v.parse(newArticleSchema, article)).toEqual({
      title: article.title,
      content: article.content,
      category: article.category,
      language: article.language,
      format: 'plain',
    })
  })

  test.each(loaded)('$title: is worth reading, and reads as it was written', ({ content }) => {
    const blocks = articleBlocks({ content, format: 'markdown' })
    const text = plainText({ content, format: 'markdown' })
    const words = text.split(/\s+/).length
    expect([words >= 250, words <= 600]).toEqual([true, true])
    const kinds = new Set(blocks.map(({ type }) => type))
    expect([kinds.has('heading'), kinds.has('paragraph')]).toEqual([true, true])
    // No mark that was meant as one has stayed a letter, and no number of any helpline has crept in.
    expect(text).not.toMatch(/\*|^#|^>|\]\(/m)
    expect(text).not.toMatch(/\d[\d\s-]{4,}/)
  })

  test.each(demoVideos)('$videoId: could have been published like any other', (video) => {
    const url = youtubeUrl(v.parse(youtubeIdSchema, video.videoId))
    const { description, category, language } = video
    expect(v.parse(newVideoSchema, { url, description, category, language })).toEqual({
      url,
      description,
      category,
      language,
    })
    expect(videoTitle(video).length).toBeLessThan(80)
  })

  test('has a sleep diary that is a whole PDF', () => {
    const file = fileContent('sleep-diary.pdf')
    const text = file.toString('latin1')
    expect(fileKindOf(file)).toBe('pdf')
    const startOfTable = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
    expect(text.slice(startOfTable, startOfTable + 4)).toBe('xref')
    const starts = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, start]) => Number(start))
    starts.forEach((start, index) =>
      expect(text.slice(start)).toMatch(new RegExp(`^${index + 1} 0 obj`)),
    )
    const length = Number(/\/Length (\d+)/.exec(text)?.[1])
    expect(text.indexOf('\nendstream') - text.indexOf('stream\n') - 'stream\n'.length).toBe(length)
  })
})

describe.each(databasesUnderTest('both'))('the demo library on %s', (kind) => {
  let opened: TestDatabase
  let dataDir: string

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'zync-demo-'))
    opened = await openTestDatabase(kind)
    const { database } = opened
    const options = { today, ...demoSurroundings(database, dataDir) }
    await Promise.all([seedDemo(database, options), seedDemo(database, options)])
    sharp.unblock({ operation: ['VipsForeignLoadWebp'] })
  })
  afterAll(async () => {
    await opened.drop()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('is written once, at the beginning of the feed, oldest first', async () => {
    const { orm } = opened.database
    const items = await orm.select().from(libraryItems).orderBy(asc(libraryItems.seq))
    expect(items.map(({ seq }) => seq)).toEqual(items.map((_, index) => index + 1))
    expect(items).toHaveLength(loaded.length + demoVideos.length)
    const times = items.map(({ createdAt }) => createdAt.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    const ids = items.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? -1 : 1)))
    expect(times.at(-1)).toBeLessThan(Date.parse(today))
    expect(await orm.select().from(libraryHead)).toEqual([{ id: 1, seq: items.length }])
    expect(await orm.$count(introVideos)).toBe(introductions.length)
  })

  test('has its files in the store, and nothing besides', async () => {
    const items = await opened.database.orm.select().from(libraryItems)
    const named = items.flatMap(({ attachment }) =>
      attachment === null ? [] : [...new Set([attachment, smallAttachment(attachment)])],
    )
    expect(named).toHaveLength(2 * 6 + 1)
    const folder = join(dataDir, 'blobs/uploads')
    const sorted = (names: string[]) => names.toSorted((a, b) => a.localeCompare(b))
    expect(sorted(await readdir(folder))).toEqual(sorted(named))
    expect(await readdir(join(dataDir, 'tmp'))).toEqual([])
    expect(await opened.database.orm.$count(blobRemovals)).toBe(0)
    for (const { attachment, attachmentFacts } of items) {
      if (!attachment?.endsWith('.webp')) continue
      const content = await readFile(join(folder, attachment))
      const { width, height } = await sharp(content).metadata()
      expect({ kind: 'image', bytes: content.length, width, height }).toEqual(attachmentFacts)
    }
  })
})

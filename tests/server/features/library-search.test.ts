import { eq, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { foldVersion } from '#contract/fold.ts'
import type { WellnessCategory } from '#contract/library/model.ts'
import { libraryItems } from '#server/db/schema/library.ts'
import { refoldSearch } from '#server/db/search-words.ts'
import { call } from '#tests/support/call.ts'
import { quietLog } from '#tests/support/database-log.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addArticle, addAuthor, addVideo } from '#tests/support/library.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

describe.each(databasesUnderTest('both'))('search, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let author: SignedIn
  let reader: SignedIn

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
    author = await addAuthor(open.database, { firstname: 'José', lastname: 'Ñuñez' })
    reader = await addPerson(open.database)
  })
  beforeEach(() => open.database.orm.delete(libraryItems))
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const add = (title: string, body: string, category: WellnessCategory = 'Emotional Wellness') =>
    addArticle(open.database, author.id, { title, body, category, format: 'markdown' })
  const search = async (q: string, more: { category?: WellnessCategory; skip?: string } = {}) =>
    (await call(server.origin, 'searchLibrary', { query: { q, ...more } }, { token: reader.token }))
      .reply
  const found = async (q: string, more = {}) =>
    (await search(q, more)).hits.map(({ article }) => article._id)

  /** What was logged of it. */
  const refold = async () => {
    const said: object[] = []
    const log = { info: (facts: object) => void said.push(facts) }
    await refoldSearch(open.database, { log, now: new Date(testNoonMs) })
    return said
  }

  test('finds beginnings of words in title, author and text, without regard to case and accents', async () => {
    const id = await add('Crème brûlée nights', 'Dreaming about **Straßen** and Łódź.')
    await add('Else', 'Nothing of it')
    for (const q of ['creme', 'BRÛLÉE', 'dream', 'strassen', 'lodz', 'dream creme']) {
      expect([q, await found(q)]).toEqual([q, [id]])
    }
    expect(await found('jose nunez creme')).toEqual([id])
    expect((await found('jose')).length).toBe(2)
    for (const q of ['reme', 'creme nothing', 'xyz']) expect([q, await found(q)]).toEqual([q, []])
  })

  test.each(['%', '_', '\\', '\0', '\u200b', '&|!:*'])('finds nothing for %j', async (q) => {
    await add('100% _ \\ done', 'x')
    expect(await found(q)).toEqual([])
  })

  test.each([
    ['Большая ЁЛКА', 'елка'],
    ['كِتَابُ الأملِ', 'الامل'],
    ['الأمل', 'أمَل'],
    ['Ώρα ύπνου', 'υπν'],
    ['नींद', 'नींद'],
    ['فاطمة في الغرفة ٢٠', 'فاطمه 20'],
    ['فاطمه', 'فَاطِمَة'],
    ['ليلى ومؤمن', 'لیلی'],
  ])('in other alphabets too: %j', async (title, q) => {
    const id = await add(title, 'x')
    // An article stands before its word in Arabic: only the beginning of what is written counts.
    expect(await found(q)).toEqual(title === 'الأمل' ? [] : [id])
  })

  test('finds in every spelling what an older build has stored, once it was folded anew', async () => {
    const id = await add('فاطمة ٢٠', 'x')
    const old = { allWords: sql`to_tsvector('simple', 'فاطمة ٢٠')`, fold: 1 }
    await open.database.orm.update(libraryItems).set({ ...old, headWords: old.allWords })
    expect(await found('فاطمه 20')).toEqual([])
    expect(await found('عاطفية')).toEqual([])
    await Promise.all([1, 2].map(() => refold()))
    expect(await found('فاطمه 20')).toEqual([id])
    expect(await found('عاطفية')).toEqual([id])
  })

  test.each(['nutritional', 'الغذائية', 'غِذائيـه', 'تَغذية', 'nutritionnel'])(
    'finds a category by its name in each language of the app: %j',
    async (q) => {
      const id = await add('One', 'x', 'Nutritional Wellness')
      await add('Two', 'x', 'Physical Wellness')
      expect(await found(q)).toEqual([id])
    },
  )

  test('finds what a process of the build before has edited, which knows no fold and leaves its number', async () => {
    const id = await add('Before', 'x')
    const edit = (title: string, atMs: number, fold = foldVersion) => {
      const words = sql`to_tsvector('simple', ${title})`
      const seq = sql`(select max(seq) + 1 from library_items)`
      const written = { title, seq, updatedAt: new Date(atMs), fold }
      return open.database.orm
        .update(libraryItems)
        .set({ ...written, headWords: words, allWords: words })
        .where(eq(libraryItems.id, id))
    }
    await edit('فاطمة ٢٠', testNoonMs - 86_400_000)
    expect(await found('فاطمه 20')).toEqual([])
    expect(await refold()).toEqual([{ providers: 0, library: 1 }])
    expect(await found('فاطمه 20')).toEqual([id])
    expect(await refold()).toEqual([])
    // A later build folds as it knows better.
    await edit('فاطمة ٢٠', testNoonMs, foldVersion + 1)
    expect(await refold()).toEqual([])
  })

  test('keeps the words of an edit that comes while older ones are folded anew', async () => {
    const id = await add('Before', 'x')
    const old = sql`to_tsvector('simple', 'of old')`
    const { orm } = open.database
    await orm.update(libraryItems).set({ headWords: old, allWords: old })
    const body = { title: 'After', content: 'y', category: 'Emotional Wellness' as const }
    const edit = () =>
      call(server.origin, 'updateArticle', { params: { id }, body }, { token: author.token })
    const statuses: number[] = []
    const slow = Object.assign(Object.create(orm) as typeof orm, {
      update: (table: typeof libraryItems) => ({
        set: (words: object) => ({
          where: async (where: SQL) => {
            statuses.push((await edit()).status)
            return orm.update(table).set(words).where(where)
          },
        }),
      }),
    })
    await refoldSearch({ orm: slow }, { log: quietLog, now: new Date(testNoonMs) })
    expect(statuses).toEqual([200])
    expect([await found('after'), await found('before')]).toEqual([[id], []])
  })

  test('puts titles before authors and authors before texts, and the newer of equals first', async () => {
    const [text, title, both, newer] = [
      await add('One', 'About rest.'),
      await add('Rest', 'About nothing.'),
      await add('Rest and rest', 'Rest, rest, rest.'),
      await add('Two', 'About rest.'),
    ]
    const named = await addAuthor(open.database, { firstname: 'Rest', lastname: 'Less' })
    const byName = await addArticle(open.database, named.id, { title: 'Three', body: 'x' })
    expect(await found('rest')).toEqual([both, title, byName, newer, text])
  })

  test('shows the match', async () => {
    await add('Sleep', `${'Before that. '.repeat(40)}\n\n- A **quiet** room helps.`)
    const [hit] = (await search('quiet')).hits
    expect(hit?.match.filter((part) => part.hit)).toEqual([{ text: 'quiet', hit: true }])
    expect(hit?.match.map(({ text }) => text).join('')).toMatch(/^….*A quiet room helps\.$/)
  })

  test('follows an edit and forgets what was deleted', async () => {
    const id = await add('Old words', 'x')
    const { token } = author
    const body = { title: 'New words', content: 'y', category: 'Emotional Wellness' as const }
    await call(server.origin, 'updateArticle', { params: { id }, body }, { token })
    expect([await found('old'), await found('new')]).toEqual([[], [id]])
    await call(server.origin, 'deleteArticle', { params: { id } }, { token })
    expect(await found('new')).toEqual([])
  })

  test('keeps to a category, to articles, and to authors who are listed', async () => {
    const id = await add('Quiet', 'x', 'Physical Wellness')
    await add('Quiet', 'x')
    await addVideo(open.database, author.id, { body: 'Quiet' })
    const hidden = await addAuthor(open.database, { verifiedAt: null })
    await addArticle(open.database, hidden.id, { category: 'Physical Wellness' })
    expect(await found('quiet', { category: 'Physical Wellness' })).toEqual([id])
    expect((await found('quiet')).length).toBe(2)
  })

  test('gives pages of twenty, and says whether there is more', async () => {
    const ids: string[] = []
    for (let count = 0; count < 45; count += 1) ids.push(await add('Quiet', 'x'))
    const pages = [await search('quiet'), await search('quiet', { skip: '20' })]
    const last = await search('quiet', { skip: '40' })
    expect([...pages, last].map(({ hits, more }) => [hits.length, more])).toEqual([
      [20, true],
      [20, true],
      [5, false],
    ])
    const all = [...pages, last].flatMap(({ hits }) => hits.map(({ article }) => article._id))
    expect(all).toEqual(ids.toReversed())
  })

  test.each([
    `' | 'a':* & !b <-> c`,
    `\\`,
    `"quoted`,
    `a:b @ # $ % ^ & * ( )`,
    `'; drop table library_items; --`,
    '%_',
    'a\u0000b',
    '👩‍👧',
    '１２３ ½ ①',
    '日本語',
    'ab '.repeat(33),
    'a'.repeat(100),
  ])('takes %j as words and nothing else', async (q) => {
    await add('Something', 'else')
    const { hits } = await search(q)
    expect(hits).toEqual([])
    expect(await found('something')).toHaveLength(1)
  })
})

import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LibraryChanges } from '#contract/library/library-api.ts'
import { users } from '#server/db/schema/account.ts'
import { libraryItems, libraryRemovals } from '#server/db/schema/library.ts'
import { argon2Cost } from '#server/features/account/sign-in/passwords.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addArticle, addAuthor, addVideo } from '#tests/support/library.ts'
import { manyUploads } from '#tests/support/many-uploads.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { filePart, goodPassword, tinyPng } from '#tests/support/registration.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

describe.each(databasesUnderTest())('the feed of changes, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let author: SignedIn
  let reader: SignedIn

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database, { uploadLimits: manyUploads })
  })
  beforeEach(async () => {
    author = await addAuthor(open.database)
    reader = await addPerson(open.database)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  async function changes(
    query: { since?: string; limit?: string } = {},
    who = reader,
  ): Promise<LibraryChanges> {
    return (await call(server.origin, 'libraryChanges', { query }, { token: who.token })).reply
  }
  const since = async (place: number, who = reader) => changes({ since: String(place) }, who)
  const start = async () => (await changes()).next
  const removedIn = ({ removed }: LibraryChanges) => removed.map(({ _id, reason }) => [_id, reason])
  const remove = (id: string) =>
    call(server.origin, 'deleteArticle', { params: { id } }, { token: author.token })

  test('says where it stands, and nothing when nothing happened', async () => {
    await addArticle(open.database, author.id)
    const here = await changes()
    const nothing = { articles: [], videos: [], removed: [], more: false, reset: false }
    expect(here).toEqual({ ...nothing, next: here.next, apart: here.apart })
    expect(await since(here.next)).toEqual(here)
  })

  test('tells what was published, changed and deleted', async () => {
    const old = await addArticle(open.database, author.id)
    const from = await start()
    const [article, video] = [
      await addArticle(open.database, author.id),
      await addVideo(open.database, author.id),
    ]
    const first = await since(from)
    expect(first.articles.map(({ _id }) => _id)).toEqual([article])
    expect(first.videos.map(({ _id }) => _id)).toEqual([video])
    expect(first.removed).toEqual([])

    const body = { title: 'New', content: 'New', category: 'Cognitive Wellness' as const }
    const input = { params: { id: article }, body }
    await call(server.origin, 'updateArticle', input, { token: author.token })
    await remove(old)
    const second = await since(first.next)
    expect(second.articles.map(({ title }) => title)).toEqual(['New'])
    expect(second.removed).toEqual([
      { _id: old, kind: 'article', reason: 'deleted', seq: second.next },
    ])
    expect((await since(from)).articles).toHaveLength(1)
  })

  test('comes in pages that miss nothing and repeat nothing', async () => {
    const from = await start()
    const ids: string[] = []
    for (let count = 0; count < 6; count += 1) ids.push(await addArticle(open.database, author.id))
    await remove(ids.shift() ?? '')
    const seen: string[] = []
    let page = { next: from, more: true } as LibraryChanges
    while (page.more) {
      page = await changes({ since: String(page.next), limit: '2' })
      const given = [...page.articles, ...page.removed]
      expect(given.length).toBeLessThanOrEqual(2)
      seen.push(...given.map(({ _id }) => _id))
    }
    expect(new Set(seen).size).toBe(6)
    expect(page.next).toBe(await start())
  })

  test('takes the items of an author back who is hidden, and brings them again', async () => {
    const [article, video] = [
      await addArticle(open.database, author.id),
      await addVideo(open.database, author.id),
    ]
    const mine = eq(users.id, author.id)
    for (const [hidden, shown] of [
      [{ verifiedAt: null }, { verifiedAt: new Date(1) }],
      [{ suspendedAt: new Date(1) }, { suspendedAt: null }],
    ] as const) {
      const from = await start()
      await open.database.orm.update(users).set(hidden).where(mine)
      const away = await since(from)
      expect(removedIn(away)).toEqual([
        [article, 'hidden'],
        [video, 'hidden'],
      ])
      await open.database.orm.update(users).set(shown).where(mine)
      const back = await since(away.next)
      expect([back.articles.length, back.videos.length, back.removed.length]).toEqual([1, 1, 0])
    }
  })

  test('shows what is hidden to its author alone', async () => {
    const from = await start()
    const hidden = await addAuthor(open.database, { verifiedAt: null })
    const id = await addArticle(open.database, hidden.id)
    expect((await since(from, hidden)).articles.map(({ _id }) => _id)).toEqual([id])
    expect(removedIn(await since(from))).toEqual([[id, 'hidden']])
  })

  test('brings an author’s new picture, and is not moved by what nobody sees', async () => {
    await addArticle(open.database, author.id)
    const from = await start()
    await open.database.orm.update(users).set({ bio: 'New' }).where(eq(users.id, author.id))
    expect((await since(from)).next).toBe(from)
    const params = { id: author.id }
    const files = { profileImg: filePart(tinyPng) }
    await call(server.origin, 'updateProfileImage', { params, body: {}, files }, author)
    const [article] = (await since(from)).articles
    expect(article?.author.profileImg).toMatch(/\.webp$/)
  })

  test('starts over for a device that has seen what the server has not', async () => {
    const { next: here, apart } = await changes()
    expect(await since(here + 1)).toEqual({
      articles: [],
      videos: [],
      removed: [],
      apart,
      next: here,
      more: false,
      reset: true,
    })
  })

  test('misses nothing while many publish at once', async () => {
    const authors = await Promise.all([1, 2, 3, 4].map(() => addAuthor(open.database)))
    const from = await start()
    const seen = new Set<string>()
    let place = from
    const publishing = authors.map(async ({ id }) => {
      const ids: string[] = []
      for (let count = 0; count < 8; count += 1) ids.push(await addArticle(open.database, id))
      return ids
    })
    const all = Promise.all(publishing)
    const done = { yet: false }
    void all.finally(() => (done.yet = true))
    for (let rounds = 0; !done.yet || rounds === 0; rounds += 1) {
      const given = await since(place)
      for (const { _id } of given.articles) seen.add(_id)
      place = given.next
    }
    for (const { _id } of (await since(place)).articles) seen.add(_id)
    expect(seen).toEqual(new Set((await all).flat()))
  })

  describe('when an author deletes their account', () => {
    async function leave(who: SignedIn): Promise<void> {
      const passwordHash = await hash(goodPassword, argon2Cost)
      await open.database.orm.update(users).set({ passwordHash }).where(eq(users.id, who.id))
      const body = { password: goodPassword }
      expect((await call(server.origin, 'deleteAccount', { body }, who)).status).toBe(204)
    }

    test('tells of it, and names nobody', async () => {
      const [article, video] = [
        await addArticle(open.database, author.id),
        await addVideo(open.database, author.id),
      ]
      const from = await start()
      await leave(author)
      expect(removedIn(await since(from))).toEqual([
        [article, 'author_deleted'],
        [video, 'author_deleted'],
      ])
      const traces = await open.database.orm.select().from(libraryRemovals)
      expect(JSON.stringify(traces)).not.toContain(author.id)
      const mine = eq(libraryItems.authorId, author.id)
      expect(await open.database.orm.$count(libraryItems, mine)).toBe(0)
    })

    test('keeps no article that arrives at the same time', async () => {
      const body = { title: 'a', content: 'b', category: 'Cognitive Wellness' as const }
      const from = await start()
      const answers = await Promise.all([
        ...[1, 2, 3].map(() => call(server.origin, 'createArticle', { body, files: {} }, author)),
        leave(author).then(() => ({ status: 204 })),
      ])
      // 404: it was stored, and gone before its author was answered.
      expect(answers.every(({ status }) => [201, 204, 401, 404].includes(status))).toBe(true)
      expect((await since(from)).articles).toEqual([])
    })
  })
})

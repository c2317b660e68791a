import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealedFiles } from '#server/db/schema/safety.ts'
import { blobRemovals } from '#server/db/schema/upkeep.ts'
import { s3Blobs } from '#server/ports/blobs/open.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addMixedPair, reportAndRead, say, unsay } from '#tests/support/evidence.ts'
import { tinyPdf } from '#tests/support/registration.ts'
import { startS3Fake, type S3Fake } from '#tests/support/s3-fake.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

describe.each(databasesUnderTest())('a bucket whose name is mistyped, on %s', (kind) => {
  let open: TestDatabase
  let s3: S3Fake
  let server: TestServer
  let bucket = ''

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    s3 = await startS3Fake()
    bucket = s3.place.bucket
    const port = () => s3Blobs({ ...s3.place, bucket })
    server = await startTestServer(open.database, {
      blobPort: {
        put: (key, path) => port().put(key, path),
        get: (key) => port().get(key),
        delete: (key) => port().delete(key),
      },
    })
  })
  afterAll(async () => {
    await server.close()
    await s3.close()
    await open.drop()
  })

  test('loses no evidence and leaves no file: both are made good under the right one', async () => {
    const pair = await addMixedPair(open.database)
    const theirs = await say(server, pair, pair.provider, { content: 'sealed', file: tinyPdf })
    const mine = await say(server, pair, pair.client, { content: 'gone', file: tinyPdf })
    const keys = [...s3.objects.keys()]
    expect(keys).toHaveLength(2)

    bucket = 'zync-tset'
    for (const [id, sender] of [
      [theirs, pair.provider],
      [mine, pair.client],
    ] as const) {
      expect(await unsay(server, pair, sender, id)).toBe(200)
    }
    await expect(server.upkeep()).rejects.toThrow('The upkeep is not done')
    expect(await open.database.orm.select().from(sealedFiles)).toMatchObject([
      { messageId: theirs, sourceKey: expect.any(String), blobKey: null },
    ])
    expect(await open.database.orm.$count(blobRemovals)).toBe(2)
    expect([...s3.objects.keys()]).toEqual(keys)

    bucket = s3.place.bucket
    await server.upkeep()
    expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/^evidence\//)])
    expect(await open.database.orm.$count(blobRemovals)).toBe(0)
    const report = await reportAndRead(server, open.database, pair.client, {
      kind: 'message',
      id: theirs,
    })
    expect(report).toMatchObject({ messages: [{ text: 'sealed', file: { attached: true } }, {}] })
  })
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/account.ts'
import { providerPapers } from '#server/db/schema/providers.ts'
import { tinyPdf, tinyPng } from './registration.ts'
import type { TestServer } from './server.ts'

/** Gives a person a profile image, past the calls for it; gives the file name. */
export async function addImage(
  server: TestServer,
  database: Database,
  userId: string,
): Promise<string> {
  const profileImg = `${uuidv7()}.webp`
  await storeFile(server, database, `profile-images/${profileImg}`, tinyPng)
  await database.orm.update(users).set({ profileImg }).where(eq(users.id, userId))
  return profileImg
}

/** Gives a provider a resume, past the calls for it. */
export async function addResume(
  server: TestServer,
  database: Database,
  userId: string,
): Promise<void> {
  const blobKey = `papers/${uuidv7()}`
  await storeFile(server, database, blobKey, tinyPdf)
  const paper = { userId, paper: 'resume', blobKey, kind: 'pdf', bytes: tinyPdf.length } as const
  await database.orm.insert(providerPapers).values(paper)
}

/** Puts a file into the store under a key, as if a row named it. */
export async function storeFile(
  server: TestServer,
  database: Database,
  key: string,
  content: Buffer,
): Promise<void> {
  const path = join(server.dataDir, 'tmp', uuidv7())
  await writeFile(path, content)
  await server.blobs.stage(key, path)
  await database.orm.transaction((tx) => server.blobs.keep(tx, [key]))
}

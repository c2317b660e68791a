import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '#server/db/client.ts'
import { diskBlobs } from '#server/ports/blobs/open.ts'
import { createBlobStore } from '#server/ports/blobs/store.ts'

/** What demo data needs beside a database and a day: passwords that cost nothing, and a place for its files. */
export function demoSurroundings({ orm }: Database, dataDir: string) {
  const port = diskBlobs(join(dataDir, 'blobs'))
  const folder = join(dataDir, 'tmp')
  mkdirSync(folder, { recursive: true })
  return {
    hashPassword: async (password: string) => `hash of ${password}`,
    files: {
      blobs: createBlobStore({ port, orm, now: Date.now, log: pino({ level: 'silent' }) }),
      folder: { newPath: () => join(folder, uuidv7()) },
      newId: uuidv7,
    },
  }
}

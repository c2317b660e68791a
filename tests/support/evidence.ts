import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { v7 as uuidv7 } from 'uuid'
import type { LocalDate } from '#contract/local-date.ts'
import type { Report, ReportTarget } from '#contract/safety/api.ts'
import type { Database } from '#server/db/client.ts'
import { argon2Cost } from '#server/features/account/sign-in/passwords.ts'
import { call } from './call.ts'
import { addPair, type Pair } from './chats.ts'
import { addProvider } from './connections.ts'
import { addPerson, type SignedIn, type UserRow } from './people.ts'
import { filePart, goodPassword } from './registration.ts'
import { testNoonMs, type TestServer } from './server.ts'

const passwordHash = await hash(goodPassword, argon2Cost)

/** Born so long before the tests' noon that nobody doubts it. */
export const adultBirthDate = '1985-05-05' as LocalDate

/** A grown-up provider and somebody who is 17 at the tests' noon, connected; `given` overrides any field. */
export async function addMixedPair(
  database: Database,
  given: { client?: Partial<UserRow>; provider?: Partial<UserRow> } = {},
): Promise<Pair> {
  const client = await addPerson(database, { passwordHash, ...given.client })
  const provider = await addProvider(database, {
    passwordHash,
    birthDate: adultBirthDate,
    firstname: 'Karim',
    lastname: 'Adult',
    ...given.provider,
  })
  return addPair(database, { client, provider })
}

/** A message by the API, with a file if bytes are given; gives its id. */
export async function say(
  { origin }: TestServer,
  { chatId }: Pair,
  sender: SignedIn,
  said: {
    readonly content: string
    readonly file?: Parameters<typeof filePart>[0]
    readonly fileName?: string
  },
): Promise<string> {
  const id = uuidv7()
  const { content, file, fileName = 'file' } = said
  const input = {
    params: { chatId },
    body: { id, content, ...(file && { fileName }) },
    files: file ? { file: filePart(file) } : {},
  }
  const answer = await call(origin, 'postMessage', input, sender)
  if (answer.status !== 201) throw new Error(`Not sent: ${answer.status}`)
  return id
}

export async function unsay(
  { origin }: TestServer,
  { chatId }: Pair,
  sender: SignedIn,
  messageId: string,
): Promise<number> {
  const input = { params: { chatId, messageId } }
  return (await call(origin, 'deleteMessage', input, sender)).status
}

export async function leave({ origin }: TestServer, { token }: SignedIn): Promise<number> {
  const body = { password: goodPassword }
  return (await call(origin, 'deleteAccount', { body }, { token })).status
}

/** Reports and gives the report as a superAdmin sees it; the status where it was refused. */
export async function reportAndRead(
  server: TestServer,
  database: Database,
  reporter: SignedIn,
  target: ReportTarget,
): Promise<Report | number> {
  const body = { target, reason: 'harassment', note: 'Please look' } as const
  const answer = await call(server.origin, 'report', { body }, reporter)
  if (answer.status !== 201) return answer.status
  const report = await readReport(server, await addBoss(database), answer.reply._id)
  return report ?? 0
}

export async function readReport(
  { origin }: TestServer,
  boss: SignedIn,
  id: string,
): Promise<Report | undefined> {
  const { reply } = await call(origin, 'listReports', { query: { limit: '100' } }, boss)
  return reply.reports.find(({ _id }) => _id === id)
}

/** A superAdmin whose session outlasts every clock that a test moves. */
export function addBoss(database: Database): Promise<SignedIn> {
  const yearsOnMs = testNoonMs + 1_000 * 86_400_000
  return addPerson(database, { userType: 'Parent', role: 'superAdmin' }, { fromMs: yearsOnMs })
}

/** Every row of every table as text: what somebody sees who has a copy of the database. */
export async function wholeDatabase({ pool }: Database): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ line: string }>(`select t::text as line from ${name} t`)
    found.push(...rows.map(({ line }) => `${name} ${line}`))
  }
  return found.join('\n')
}

/** Every stored file by its key. */
export async function storedFiles({ dataDir }: TestServer): Promise<Map<string, Buffer>> {
  const root = join(dataDir, 'blobs')
  const names = await readdir(root, { recursive: true }).catch(() => [])
  const files = new Map<string, Buffer>()
  for (const name of names) {
    if (name.includes('/')) files.set(name, await readFile(join(root, name)))
  }
  return files
}

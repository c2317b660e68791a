import { execFile } from 'node:child_process'
import {
  appendFile,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { utcDate } from '#contract/local-date.ts'
import { epochHeader } from '#contract/sync/api.ts'
import { openDatabase, type Database } from '#server/db/client.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { failTest, quietLog } from '#tests/support/database-log.ts'
import { wireOp } from '#tests/support/ops.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const run = promisify(execFile)
const installed = '/usr/lib/postgresql'
const versions = await readdir(installed).catch(() => [])
const [version] = versions
const bin = version === undefined ? '' : join(installed, version, 'bin')
/** PostgreSQL refuses to run as root. */
const owner = await postgresUser()
const asRoot = process.getuid?.() === 0

async function postgresUser(): Promise<{ uid: number; gid: number } | undefined> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const [, , uid, gid] =
    users
      .split('\n')
      .find((line) => line.startsWith('postgres:'))
      ?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

let folder = ''
let running = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zync-pitr-'))
  await mkdir(join(folder, 'archive'))
  if (asRoot && owner) {
    for (const path of [folder, join(folder, 'archive')]) await chown(path, owner.uid, owner.gid)
  }
})
afterAll(async () => {
  if (running) await command('pg_ctl', 'stop', '-D', running, '-m', 'immediate')
  await rm(folder, { recursive: true, force: true })
})

async function command(name: string, ...args: string[]): Promise<void> {
  const as = asRoot && owner ? owner : {}
  await run(join(bin, name), args, {
    ...as,
    cwd: folder,
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  })
}

async function start(directory: string): Promise<void> {
  await command('pg_ctl', 'start', '-w', '-D', directory, '-l', join(folder, 'log'))
  running = directory
}

/** It names the socket in the folder; nobody listens at the port itself, which another process might have. */
const port = 5_432

function open(): Promise<Database> {
  const databaseUrl = `postgres://postgres@/postgres?host=${encodeURIComponent(folder)}&port=${port}`
  return openDatabase({ databaseUrl, dataDir: folder, log: quietLog, onFatal: failTest })
}

async function push(server: TestServer, person: SignedIn, ops: object[], epoch?: string) {
  const response = await fetch(`${server.origin}/api/sync/push`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/json',
      ...(epoch === undefined ? {} : { [epochHeader]: epoch }),
    },
    body: JSON.stringify({ ops }),
  })
  const reply = (await response.json()) as { results: { status: string }[]; epoch: string }
  return { statuses: reply.results.map(({ status }) => status), epoch: reply.epoch }
}

test.skipIf(bin === '' || (asRoot && !owner))(
  'PostgreSQL recovered to a point is another life of the data, and what came after the point is applied once more',
  async () => {
    const primary = join(folder, 'primary')
    const copy = join(folder, 'copy')
    await command('initdb', '-D', primary, '-U', 'postgres', '-A', 'trust', '-N')
    const archived = `${folder}/archive/%f`
    const settings = [
      `port = ${port}`,
      `listen_addresses = ''`,
      `unix_socket_directories = '${folder}'`,
      'fsync = off',
      'archive_mode = on',
      // It has its name once it is whole: whoever waits for it stops the server next.
      `archive_command = 'test ! -f ${archived} && cp %p ${archived}.part && mv ${archived}.part ${archived}'`,
    ]
    await appendFile(join(primary, 'postgresql.conf'), `\n${settings.join('\n')}\n`)
    await start(primary)

    const database = await open()
    await prepareDatabase(database)
    const person = await addPerson(database, {}, { fromMs: Date.now() })
    const server = await startTestServer(database, { now: Date.now })
    const date = utcDate(Date.now())
    const [first, second, third] = (
      [
        ['Mood', 'happy'],
        ['Diet', 'well'],
        ['Fitness', 'active'],
      ] as const
    ).map(([trackerType, answer]) => wireOp({ trackerType, answer, date }, { localDate: date }))
    if (!first || !second || !third) throw new Error('ops')
    await push(server, person, [first])
    await command(
      'pg_basebackup',
      '-h',
      folder,
      '-p',
      String(port),
      '-U',
      'postgres',
      '-D',
      copy,
      '-c',
      'fast',
      '-X',
      'none',
    )
    await push(server, person, [second])
    await database.pool.query(`select pg_create_restore_point('before_the_accident')`)
    const known = await push(server, person, [third])
    expect(known.statuses).toEqual(['applied'])
    const { rows } = await database.pool.query<{ name: string }>(
      'select pg_walfile_name(pg_switch_wal()) as name',
    )
    await expect
      .poll(() => readdir(join(folder, 'archive')), { timeout: 30_000 })
      .toContain(rows[0]?.name)
    await server.close()
    await database.close()
    await command('pg_ctl', 'stop', '-D', primary, '-m', 'immediate')
    running = ''

    const recovery = [
      `restore_command = 'cp ${folder}/archive/%f %p'`,
      `recovery_target_name = 'before_the_accident'`,
      `recovery_target_action = 'promote'`,
      'archive_mode = off',
    ]
    await appendFile(join(copy, 'postgresql.conf'), `\n${recovery.join('\n')}\n`)
    await writeFile(join(copy, 'recovery.signal'), '')
    if (asRoot && owner) await chown(join(copy, 'recovery.signal'), owner.uid, owner.gid)
    await start(copy)
    const recovered = await open()
    await expect
      .poll(async () => (await recovered.pool.query('select pg_is_in_recovery() as r')).rows, {
        timeout: 30_000,
      })
      .toEqual([{ r: false }])
    const after = await startTestServer(recovered, { now: Date.now })
    const other = await push(after, person, [third], known.epoch)
    expect(other.statuses).toEqual(['retry'])
    expect(other.epoch).not.toBe(known.epoch)
    const again = await push(after, person, [first, second, third], other.epoch)
    expect(again.statuses).toEqual(['duplicate', 'duplicate', 'applied'])
    await after.close()
    await recovered.close()
  },
)

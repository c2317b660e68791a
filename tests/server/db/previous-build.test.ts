import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hash } from '@node-rs/argon2'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { utcDate } from '#contract/local-date.ts'
import { argon2Cost } from '#server/features/account/sign-in/passwords.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { call } from '#tests/support/call.ts'
import { addMessages, addPair } from '#tests/support/chats.ts'
import { createDatabaseHome, databasesUnderTest, openHome } from '#tests/support/database.ts'
import { openLiveStream } from '#tests/support/live-stream.ts'
import { answerOf, wireOp } from '#tests/support/ops.ts'
import { addPerson } from '#tests/support/people.ts'
import { goodPassword } from '#tests/support/registration.ts'
import { startServerProcess } from '#tests/support/server-process.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** The last migration of the build that people use. Whoever releases one raises it to the last of that build. */
const released = '0020_request_message'
const previous = previousBuild()

/*
 * While processes are replaced one by one, those of the build before work on the tables of this one. The build before is the one
 * that was released; a clone without history has none, and then this is not shown.
 */
test.skipIf(previous === undefined).each(databasesUnderTest())(
  'the build before this one serves people on the tables of this one, on %s',
  async (kind) => {
    const folder = await mkdtemp(join(tmpdir(), 'zync-previous-'))
    const parts = ['server', 'contract', 'demo', 'package.json']
    const archive = git(['archive', previous ?? '', ...parts])
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    const home = await createDatabaseHome(kind)
    const today = await openHome(home)
    await prepareDatabase(today)
    const client = await addPerson(today, { passwordHash: await hash(goodPassword, argon2Cost) })
    const { chatId, provider } = await addPair(today, { client })
    await addMessages(today, chatId, provider.id, ['from this build'])
    await today.close()

    const old = await startServerProcess(home, {}, [], { main: join(folder, 'server/main.ts') })
    const body = { email: client.user.email, password: goodPassword }
    const login = await call(old.origin, 'login', { body })
    expect(login.status).toBe(200)
    const { token } = login.reply
    const date = utcDate(Date.now())
    const op = wireOp(answerOf({ date }), { localDate: date })
    for (const status of ['applied', 'duplicate']) {
      const pushed = await call(old.origin, 'pushOps', { body: { ops: [op] } }, { token })
      expect(pushed.reply.results).toMatchObject([{ opId: op.opId, status }])
    }
    const params = { userId: client.id }
    const chats = await call(old.origin, 'listChats', { params, query: {} }, { token })
    expect(chats.reply).toMatchObject([{ _id: chatId, unread: 1 }])
    expect((await call(old.origin, 'listNotices', { query: {} }, { token })).status).toBe(200)
    const stream = await openLiveStream(old.origin, token)
    expect(await stream.next()).toMatchObject({ type: 'resync' })
    stream.close()
    expect((await call(old.origin, 'logout', {}, { token })).status).toBe(204)
    expect(await old.end('SIGTERM')).toBe(0)
    await home.remove()
    await rm(folder, { recursive: true })
  },
)

/**
 * The last commit on our line that has the released migrations, letter for letter, and no other. Undefined where the history is
 * not there. What it imports must be installed.
 */
function previousBuild(): string | undefined {
  try {
    const now = migrationsOf('HEAD')
    const expected = now.filter((line) => nameOf(line) <= `${released}.sql`).join()
    const commits = git(['log', '--format=%H', '--first-parent']).toString().trim().split('\n')
    return commits.find((commit) => migrationsOf(commit).join() === expected && isInstalled(commit))
  } catch {
    return undefined
  }
}

function nameOf(line: string): string {
  return line.split('/').at(-1) ?? ''
}

/** Each with its name and what git calls its content. */
function migrationsOf(commit: string): string[] {
  const listed = git(['ls-tree', commit, 'server/db/migrations/']).toString().trim().split('\n')
  return listed.filter((line) => line.endsWith('.sql'))
}

function isInstalled(commit: string): boolean {
  const { dependencies } = v.parse(
    v.object({ dependencies: v.record(v.string(), v.string()) }),
    JSON.parse(git(['show', `${commit}:package.json`]).toString()),
  )
  return Object.keys(dependencies).every((name) => existsSync(join(root, 'node_modules', name)))
}

function git(args: readonly string[]): Buffer {
  return execFileSync('git', [...args], { cwd: root, stdio: 'pipe', maxBuffer: 1 << 28 })
}

import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import * as m from '#src/i18n/paraglide/messages.js'
import {
  attach,
  chatByApi,
  composer,
  expectMessages,
  expectStanding,
  pressSend,
  say,
  sayByApi,
} from './support/chat.ts'
import { startPhone } from './support/killable-phone.ts'
import { expectNothingLeft } from './support/left-behind.ts'
import { newProvider } from './support/people.ts'
import { answer, declinePrompts, expectAnswered } from './support/phone.ts'
import { lineByApi, writeLine } from './support/plan.ts'
import { filesWith } from './support/profile-on-disk.ts'
import { enterAs, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test.use({ losesNetwork: true })

test('after a logout no file of the browser holds a word of what the person read or wrote', async ({
  playwright,
  origin,
  server,
  teen,
  consoleGuard,
  scratchDir,
}) => {
  const provider = await newProvider(server.origin)
  const chatId = await chatByApi(server.origin, teen, provider)
  const words = {
    read: word(),
    sent: word(),
    unsent: word(),
    file: word(),
    draft: word(),
    bio: word(),
  }
  await sayByApi(server.origin, chatId, { member: provider, content: words.read })
  const parts = { browserType: playwright.chromium, profileDir: scratchDir, consoleGuard }
  const phone = await startPhone(parts)
  const { page } = phone
  await declinePrompts(page)

  await enterAs(page, teen, `${origin}/trackers`)
  await workerControls(page)
  await answer(page, 'Mood', 'Happy')
  await expectAnswered(page, 'Mood', 'Happy', 'sent')
  await page.goto(`${origin}/edit-profile`)
  await page.getByRole('tab', { name: m.profile_tab_bio() }).click()
  await page.getByRole('textbox', { name: m.profile_tab_bio() }).fill(words.bio)
  // A page that is left in the same instant takes its last write with it.
  await expect.poll(() => filesWith(scratchDir, words.bio)).not.toEqual([])
  await page.goto(`${origin}/chats/${chatId}`)
  await expectMessages(page, [words.read])
  await say(page, provider, words.sent)
  await expectStanding(page, words.sent, m.chat_state_sent())
  await phone.context.setOffline(true)
  await say(page, provider, words.unsent)
  await attach(page, { name: 'plan.pdf', mimeType: 'application/pdf', buffer: pdfWith(words.file) })
  await pressSend(page)
  await expect(page.getByRole('article')).toHaveCount(4)
  await composer(page, provider).fill(words.draft)
  // Read from the disk once the browser has written it there: else the scan below would prove nothing.
  for (const each of Object.values(words)) {
    await expect.poll(() => filesWith(scratchDir, each)).not.toEqual([])
  }

  await logOut(page)
  await expect(page).toHaveURL('/')
  await expectNothingLeft(page)
  expect(await found(scratchDir, words), 'with the browser still open').toEqual([])
  await phone.close()
  expect(await found(scratchDir, words), 'after the browser was closed').toEqual([])

  const next = await startPhone(parts)
  await next.page.goto(origin)
  await expect(next.page.getByRole('link', { name: 'Join Now' })).toBeVisible()
  await expectNothingLeft(next.page)
  await next.close()
  expect(await found(scratchDir, words), 'after the next start').toEqual([])
})

test('a safety plan is gone with the logout, or stays where its person chose so, until somebody takes it away', async ({
  playwright,
  origin,
  server,
  teen,
  consoleGuard,
  scratchDir,
}) => {
  const words = { line: word(), person: word() }
  await lineByApi(server.origin, teen, { step: 'signs', text: words.line, phone: null })
  const parts = { browserType: playwright.chromium, profileDir: scratchDir, consoleGuard }
  const phone = await startPhone(parts)
  const { page } = phone
  await declinePrompts(page)
  await enterAs(page, teen, `${origin}/safety-plan`)
  await expect(page.getByText(words.line, { exact: true })).toBeVisible()
  await writeLine(page, 'people', { text: words.person })
  for (const each of Object.values(words)) {
    await expect.poll(() => filesWith(scratchDir, each)).not.toEqual([])
  }
  await logOut(page)
  await expectNothingLeft(page)
  expect(await found(scratchDir, words), 'without the choice').toEqual([])

  await signIn(page, teen)
  await page.goto(`${origin}/safety-plan`)
  await expect(page.getByText(words.line, { exact: true })).toBeVisible()
  await page.getByRole('checkbox', { name: m.plan_keep() }).click()
  await page.getByRole('button', { name: m.plan_keep_yes() }).click()
  await expect(page.getByRole('checkbox', { name: m.plan_keep() })).toBeChecked()
  await logOut(page)
  await page.getByRole('button', { name: m.safety_open(), exact: true }).first().click()
  await page.getByRole('button', { name: m.plan_open() }).click()
  for (const each of Object.values(words))
    await expect(page.getByText(each, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: m.plan_keep_delete() }).click()
  await expect(page.getByText(m.plan_keep_deleted())).toBeVisible()
  await expectNothingLeft(page)
  await phone.close()
  expect(await found(scratchDir, words), 'after it was taken away').toEqual([])
})

test('a browser killed in the middle of a logout has erased everything after its next start', async ({
  playwright,
  origin,
  server,
  teen,
  consoleGuard,
  scratchDir,
}) => {
  const provider = await newProvider(server.origin)
  const chatId = await chatByApi(server.origin, teen, provider)
  const words = { read: word(), sent: word() }
  await sayByApi(server.origin, chatId, { member: provider, content: words.read })
  const parts = { browserType: playwright.chromium, profileDir: scratchDir, consoleGuard }
  const phone = await startPhone(parts)
  const { page } = phone
  await declinePrompts(page)
  await enterAs(page, teen, `${origin}/chats/${chatId}`)
  await expectMessages(page, [words.read])
  await say(page, provider, words.sent)
  await expectStanding(page, words.sent, m.chat_state_sent())
  await noteWipeAlone(page, teen.id)
  await expect.poll(() => filesWith(scratchDir, words.sent)).not.toEqual([])
  await phone.kill()

  const next = await startPhone(parts)
  await next.page.goto(origin)
  await expect(next.page.getByRole('link', { name: 'Join Now' })).toBeVisible()
  await expectNothingLeft(next.page)
  expect(await found(scratchDir, words)).toEqual([])
  await next.close()
})

test('what a phone keeps for everybody names nobody of it, before a logout and after it', async ({
  page,
  origin,
  teen,
}) => {
  await enterAs(page, teen, `${origin}/service-providers`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/library/articles')
  await expect.poll(() => sharedRows(page)).toContain('"key":"library"')
  const { _id, lastname } = teen.user
  for (const name of [_id, lastname, teen.email]) expect(await sharedRows(page)).not.toContain(name)
  await page.goto('/dashboard')
  await logOut(page)
  await expect(page).toHaveURL('/')
  await expectNothingLeft(page)
  await expect.poll(() => sharedRows(page)).toBe('[]')
})

/** A word that nobody else writes and that no packer can shorten. */
function word(): string {
  return `w${randomBytes(12).toString('hex')}`
}

function pdfWith(content: string): Buffer {
  return Buffer.from(`%PDF-1.4\n% ${content}\n${' '.repeat(2_000)}\n%%EOF`)
}

async function found(profileDir: string, words: Record<string, string>): Promise<string[]> {
  const lists = await Promise.all(
    Object.entries(words).map(async ([name, each]) =>
      (await filesWith(profileDir, each)).map((file) => `${name} in ${file}`),
    ),
  )
  return lists.flat()
}

async function logOut(page: Page): Promise<void> {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: m.ui_more() }).click()
  await page.getByRole('button', { name: m.shell_nav_logout() }).click()
  const remove = page.getByRole('button', { name: /^Delete \d+ unsent/ })
  const home = page.getByRole('link', { name: 'Join Now' })
  await expect(remove.or(home)).toBeVisible()
  if (await remove.isVisible()) await remove.click()
}

/** A logout writes its intent first: the browser dies right behind it. */
async function noteWipeAlone(page: Page, userId: string): Promise<void> {
  await page.evaluate(async (userId) => {
    const opening = indexedDB.open('zync-session')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const work = opening.result.transaction('session', 'readwrite', { durability: 'strict' })
    work.objectStore('session').put(userId, 'wiping')
    await new Promise((resolve) => work.addEventListener('complete', resolve))
    opening.result.close()
  }, userId)
}

/** Everything in `zync-shared`, as text. */
async function sharedRows(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    const known = await indexedDB.databases()
    if (!known.some(({ name }) => name === 'zync-shared')) return '[]'
    const opening = indexedDB.open('zync-shared')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const rows: unknown[] = []
    for (const store of opening.result.objectStoreNames) {
      const reading = opening.result.transaction(store).objectStore(store).getAll()
      await new Promise((resolve) => reading.addEventListener('success', resolve))
      rows.push(...(reading.result as unknown[]))
    }
    opening.result.close()
    return JSON.stringify(rows)
  })
}

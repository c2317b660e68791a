import { chatFileBytesMax, chatFileRule } from '#contract/chat/file.ts'
import { problemCatalogue } from '#contract/problem.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { picture } from '#tests/support/pictures.ts'
import { anotherPhone } from './support/another-phone.ts'
import {
  attach,
  chatByApi,
  chatOnServer,
  composer,
  expectMessages,
  expectStanding,
  message,
  pressSend,
  say,
  sayByApi,
} from './support/chat.ts'
import { okAnswer } from './support/faults.ts'
import { pdfBytes } from './support/library.ts'
import { newProvider } from './support/people.ts'
import { comeBack } from './support/phone.ts'
import { enterAs, fillLogin } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ via: 'proxy', losesNetwork: true, serviceWorkers: 'block' })

test('a refused message waits with its reason: tried again, written anew, or deleted', async ({
  page,
  origin,
  server,
  faultProxy,
  teen,
}) => {
  const provider = await newProvider(server.origin)
  const chatId = await chatByApi(server.origin, teen, provider)
  await enterAs(page, teen, `${origin}/chats/${chatId}`)
  await expect(composer(page, provider)).toBeVisible()
  const { message: why } = problemCatalogue.invalid_input
  faultProxy.onApi(({ opIds }) => {
    if (opIds.length === 0) return undefined
    const refusal = { status: 'rejected', code: 'invalid_input', message: why } as const
    return Promise.resolve(okAnswer({ results: opIds.map((opId) => ({ opId, ...refusal })) }))
  })
  for (const words of ['first', 'second', 'third']) {
    await say(page, provider, words)
    await expectStanding(page, words, m.chat_state_failed())
  }
  await expect(message(page, 'first').getByText(why)).toBeVisible()
  await page.reload()
  await expectStanding(page, 'third', m.chat_state_failed())
  faultProxy.onApi(undefined)

  await message(page, 'first').getByRole('button', { name: m.chat_retry() }).click()
  const onServer = () => chatOnServer(server.origin, teen, chatId)
  await expect.poll(onServer).toMatchObject([{ content: 'first' }])
  await message(page, 'second').getByRole('button', { name: m.chat_edit() }).click()
  await expect(composer(page, provider)).toHaveValue('second')
  await expectMessages(page, ['first', 'third'])
  await composer(page, provider).fill('second, better')
  await pressSend(page)
  await expect.poll(onServer).toMatchObject([{}, { content: 'second, better' }])
  // The page hears of it a moment later, and draws it above the third.
  await expectMessages(page, ['first', 'second, better', 'third'])
  await message(page, 'third').getByRole('button', { name: m.chat_delete() }).click()
  await page.getByRole('dialog').getByRole('button', { name: m.chat_delete() }).click()
  await expectMessages(page, ['first', 'second, better'])
})

test('a file goes up before its message, shows how far it is, and outlives a reload', async ({
  page,
  origin,
  server,
  faultProxy,
  teen,
  browser,
  consoleGuard,
}) => {
  const provider = await newProvider(server.origin)
  const chatId = await chatByApi(server.origin, teen, provider)
  const path = `/chats/${chatId}`
  await enterAs(page, teen, origin + path)
  const other = await anotherPhone({ browser, consoleGuard }, provider, server.origin + path)
  const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') }
  await expect(page.getByLabel(m.chat_attach())).toHaveAccessibleName(/10 MB/)
  await attach(page, text)
  await expect(page.getByRole('alert')).toHaveText(chatFileRule.kindText)
  await attach(page, { ...text, buffer: Buffer.alloc(chatFileBytesMax + 1) })
  await expect(page.getByRole('alert')).toHaveText(chatFileRule.tooLargeText)

  const plan = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: pdfBytes }
  await attach(page, plan)
  await expect(page.getByText('plan.pdf', { exact: true })).toBeVisible()
  faultProxy.onApi((request) => (isUpload(request) ? Promise.resolve('cut') : undefined))
  await composer(page, provider).fill('Here it is')
  await pressSend(page)
  await say(page, provider, 'and behind it')
  await expect(message(page, 'Here it is').getByRole('progressbar')).toBeVisible()
  await page.reload()
  await expect(message(page, 'Here it is').getByText('plan.pdf', { exact: true })).toBeVisible()
  await expect(message(page, 'Here it is').getByRole('progressbar')).toBeVisible()
  faultProxy.onApi(undefined)
  await comeBack(page)
  await expectMessages(other.page, ['Here it is', 'and behind it'])
  await expectStanding(page, 'and behind it', m.chat_state_sent())
  const saving = other.page.waitForEvent('download')
  await other.page.getByRole('button', { name: m.chat_file_save({ name: 'plan.pdf' }) }).click()
  expect((await saving).suggestedFilename()).toBe('plan.pdf')

  const buffer = await picture(400, 240)
  await attach(page, { name: 'evening.png', mimeType: 'image/png', buffer })
  await expect(page.getByText('evening.png', { exact: true })).toBeVisible()
  await pressSend(page)
  await other.page.getByRole('button', { name: /^Show evening/ }).click()
  await expect(other.page.getByRole('dialog').getByRole('img')).toBeVisible()
  await other.close()
})

test('a file that waits for a login goes up after it, and what is behind it in its chat too', async ({
  page,
  origin,
  server,
  faultProxy,
  teen,
  consoleGuard,
}) => {
  consoleGuard.expect(/status of 401 .*\/api\//)
  const provider = await newProvider(server.origin)
  const chatId = await chatByApi(server.origin, teen, provider)
  await enterAs(page, teen, `${origin}/chats/${chatId}`)
  faultProxy.onApi((request) => (isUpload(request) ? Promise.resolve('cut') : undefined))
  await attach(page, { name: 'plan.pdf', mimeType: 'application/pdf', buffer: pdfBytes })
  await expect(page.getByText('plan.pdf', { exact: true })).toBeVisible()
  await composer(page, provider).fill('Here it is')
  await pressSend(page)
  await say(page, provider, 'and behind it')
  await call(server.origin, 'logout', {}, { token: teen.token })
  faultProxy.onApi(undefined)
  await comeBack(page)
  await page.getByRole('link', { name: m.shell_needs_auth_action() }).click()
  await fillLogin(page, teen)
  await expectStanding(page, 'and behind it', m.chat_state_sent())
})

test('without the live stream a message is fetched, and the badge of the app counts what is unread', async ({
  page,
  origin,
  server,
  faultProxy,
  teen,
}) => {
  const member = await newProvider(server.origin)
  const chatId = await chatByApi(server.origin, teen, member)
  await page.addInitScript(() => {
    navigator.setAppBadge = (count) =>
      Promise.resolve(void (document.documentElement.dataset['badge'] = String(count)))
  })
  faultProxy.onApi(({ path }) => (path === '/api/events' ? Promise.resolve('cut') : undefined))
  await enterAs(page, teen, `${origin}/chats/${chatId}`)
  await expect(composer(page, member)).toBeVisible()
  await sayByApi(server.origin, chatId, { member, content: 'Are you there?' })
  await expectMessages(page, ['Are you there?'])
  // The news that their request was accepted: the message is read.
  await expect(page.locator('html')).toHaveAttribute('data-badge', '1')
  faultProxy.onApi(undefined)

  const streaming = page.waitForResponse(/\/api\/events$/)
  await page.goto('/dashboard')
  await streaming
  await sayByApi(server.origin, chatId, { member, content: 'See you on Monday' })
  // The message, and the news that their request was accepted.
  await expect(page.locator('html')).toHaveAttribute('data-badge', '2')
})

function isUpload({ method, path }: { method: string; path: string }): boolean {
  return method === 'POST' && path.endsWith('/files')
}

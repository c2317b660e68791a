import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { expectAccessible } from './support/axe.ts'
import {
  backToList,
  chatByApi,
  chatLine,
  composer,
  message,
  say,
  sayByApi,
} from './support/chat.ts'
import { okAnswer } from './support/faults.ts'
import { withLettersTwiceAsLarge } from './support/legible.ts'
import { newProvider } from './support/people.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test.use({ via: 'proxy', losesNetwork: true })

test('a chat, one with a refused message and without a network, and the list', async ({
  page,
  context,
  origin,
  server,
  faultProxy,
  teen,
}) => {
  const provider = await newProvider(server.origin)
  const chatId = await chatByApi(server.origin, teen, provider)
  for (const content of ['Look at https://example.org/plan', 'Call me on +20 123 456 7890']) {
    await sayByApi(server.origin, chatId, { member: provider, content })
  }
  const away = { from: '00:00', to: '23:59', timeZone: 'Africa/Cairo' }
  const body = { readReceipts: true, typing: true, away }
  await call(server.origin, 'putChatSettings', { body }, { token: provider.token })
  await enterAs(page, teen, `${origin}/chats/${chatId}`)
  await say(page, provider, 'It helps')
  await expect(page.getByRole('note')).toHaveCount(2)
  await expectAccessible(page, 'chat with notes beside messages')
  await withLettersTwiceAsLarge(page, async () => {
    await expect(message(page, 'It helps')).toBeInViewport()
    await expect(composer(page, provider)).toBeInViewport({ ratio: 1 })
    const send = page.getByRole('button', { name: m.chat_send(), exact: true })
    await expect(send).toBeInViewport({ ratio: 1 })
  })
  faultProxy.onApi(({ opIds }) =>
    opIds.length === 0 ? undefined : Promise.resolve(okAnswer({ results: refused(opIds) })),
  )
  await say(page, provider, 'refused')
  await expect(message(page, 'refused').getByText(m.chat_state_failed())).toBeVisible()
  await workerControls(page)
  await context.setOffline(true)
  await say(page, provider, 'waits')
  await composer(page, provider).fill('x'.repeat(4_001))
  await expectAccessible(page, 'failed and offline')
  await backToList(page)
  await expect(chatLine(page, provider)).toContainText(m.chat_draft())
  await expectAccessible(page, 'list')
})

test('the chat settings of a provider, and a chat that has ended', async ({
  page,
  origin,
  server,
  teen,
}) => {
  const provider = await newProvider(server.origin)
  const chatId = await chatByApi(server.origin, teen, provider)
  await sayByApi(server.origin, chatId, { member: teen, content: 'Goodbye' })
  await enterAs(page, provider, `${origin}/chats`)
  await page.getByRole('button', { name: m.chat_settings() }).click()
  await page.getByText(m.chat_settings_away(), { exact: true }).click()
  await expectAccessible(page, 'settings')
  await page.getByRole('button', { name: m.chat_settings_save() }).click()
  await expect(page.getByText(m.chat_settings_saved())).toBeVisible()
  await call(server.origin, 'blockPerson', { body: { userId: teen.id } }, { token: provider.token })
  await chatLine(page, teen).click()
  await expect(page.getByText(m.chat_blocked({ name: teen.user.firstname }))).toBeVisible()
  await expectAccessible(page, 'ended')
})

function refused(opIds: readonly string[]) {
  const refusal = { status: 'rejected', code: 'invalid_input', message: 'No.' } as const
  return opIds.map((opId) => ({ opId, ...refusal }))
}

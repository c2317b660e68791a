import * as m from '#src/i18n/paraglide/messages.js'
import { expectAccessible } from './support/axe.ts'
import { chatByApi, message, sayByApi } from './support/chat.ts'
import { newProvider } from './support/people.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test.use({ losesNetwork: true })

test('a teen reads a note beside an early message with a way out, can report it, and puts it away for good', async ({
  page,
  context,
  origin,
  server,
  teen,
}) => {
  const provider = await newProvider(server.origin)
  const chatId = await chatByApi(server.origin, teen, provider)
  const [plain, call] = ['See you on 2026-11-30 at 10:00', 'Call me on +20 123 456 7890']
  const mail = 'or write to someone@example.org'
  for (const content of [plain, call, mail]) {
    await sayByApi(server.origin, chatId, { member: provider, content })
  }
  await enterAs(page, teen, `${origin}/chats/${chatId}`)
  const notes = page.getByRole('note')
  await expect(notes).toHaveCount(2)
  await expect(message(page, plain).getByRole('note')).toHaveCount(0)
  await expect(message(page, call).getByRole('note')).toContainText(m.chat_contact_phone())
  await expect(message(page, mail).getByRole('note')).toContainText(m.chat_contact_email())
  await expect(message(page, call).getByRole('article')).toHaveAccessibleDescription(
    `${m.chat_contact_phone()} ${m.chat_contact_text()}`,
  )
  await expectAccessible(page, 'notes beside messages')

  await message(page, mail).getByRole('button', { name: m.chat_contact_dismiss() }).click()
  await expect(notes).toHaveCount(1)
  await workerControls(page)
  await context.setOffline(true)
  await page.reload()
  await expect(notes).toHaveCount(1)
  await notes.getByRole('button', { name: m.chat_report() }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: m.reports_reason_contact_outside() }).click()
  await expect(page.getByText(m.reports_thanks_title())).toBeVisible()
})

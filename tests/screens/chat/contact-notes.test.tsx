import { expect, test } from 'vitest'
import * as m from '#src/i18n/paraglide/messages.js'
import { press } from '../press.ts'
import { messageOf, openChat, showChat } from './open-chat.tsx'

test('a teen reads a note beside an early message with a way out, can report it, and puts it away for good', async () => {
  const [plain, call] = ['See you on 2026-11-30 at 10:00', 'Call me on +20 123 456 7890']
  const mail = 'or write to someone@example.org'
  const messages = [plain, call, mail].map((content, at) => messageOf(at + 1, { content }))
  const db = await openChat(messages)
  const first = await showChat(db)
  const messageWith = (content: string) => first.getByRole('listitem').filter({ hasText: content })
  const notes = first.getByRole('note')
  await expect.poll(() => notes.elements()).toHaveLength(2)
  await expect.element(messageWith(plain).getByRole('note')).not.toBeInTheDocument()
  for (const [content, what] of [
    [call, m.chat_contact_phone()],
    [mail, m.chat_contact_email()],
  ] as const) {
    const words = `${what} ${m.chat_contact_text()}`
    const row = messageWith(content)
    await expect.element(row.getByRole('note', { name: words })).toBeVisible()
    await expect.element(row.getByRole('article')).toHaveAccessibleDescription(words)
  }
  press(messageWith(mail).getByRole('button', { name: m.chat_contact_dismiss() }))
  await expect.poll(() => notes.elements()).toHaveLength(1)
  await first.unmount()

  const again = await showChat(db)
  const left = again.getByRole('note')
  await expect.poll(() => left.elements()).toHaveLength(1)
  press(left.getByRole('button', { name: m.chat_report() }))
  const reason = again.getByRole('button', { name: m.reports_reason_contact_outside() })
  await expect.element(reason).toBeVisible()
  press(reason)
  await expect.element(again.getByText(m.reports_thanks_title())).toBeVisible()
  expect(await db.outbox.toArray()).toMatchObject([
    {
      kind: 'safety.report',
      payload: { target: { kind: 'message', id: messages[1]?._id }, reason: 'contactOutside' },
    },
  ])
})

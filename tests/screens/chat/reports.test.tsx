import { expect, test } from 'vitest'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { chatId, chatOf, otherId } from '#tests/support/chat-rows.ts'
import { press } from '../press.ts'
import { messageOf, openChat, showChat } from './open-chat.tsx'

type Screen = Awaited<ReturnType<typeof showChat>>

/** What a report can be about, and the way to it. */
const ways: [string, object, (screen: Screen) => Promise<void>][] = [
  [
    'the other one',
    { kind: 'person', id: otherId },
    async (screen) => {
      await screen.getByRole('button', { name: m.reports_menu({ name: 'Other Test' }) }).click()
      await screen.getByRole('menuitem', { name: m.reports_report() }).click()
    },
  ],
  [
    'a message',
    { kind: 'message', id: messageOf(1)._id },
    async (screen) => {
      const options = screen.getByRole('button', { name: /12:01/ })
      await expect.element(options).toBeInTheDocument()
      press(options)
      await screen.getByRole('button', { name: m.chat_report() }).click()
    },
  ],
]

/** What becomes of the chat meanwhile, and what stands in its place then. */
const ends: [string, (db: UserDatabase) => Promise<unknown>, () => string][] = [
  [
    'the other one left',
    (db) => {
      const members = chatOf(db.userId).members.filter(({ _id }) => _id === db.userId)
      return db.chats.update(chatId, { members, state: 'ended' })
    },
    m.chat_ended,
  ],
  ['the chat went', (db) => db.chats.delete(chatId), m.chat_missing_title],
]

const cases = ways.flatMap((way) => ends.map((end) => [way[0], end[0], way, end] as const))

test.each(cases)(
  'a report of %s that is being written stays open where %s',
  async (_about, _end, [, target, open], [, end, left]) => {
    const db = await openChat([messageOf(1)])
    const screen = await showChat(db)
    await open(screen)
    const sheet = screen.getByRole('dialog')
    await sheet.getByText(m.reports_note()).first().click()
    await sheet.getByRole('textbox').fill('They wrote this.')
    await end(db)
    await expect.element(screen.getByText(left()).first()).toBeInTheDocument()
    await sheet.getByRole('button', { name: m.reports_reason_harassment() }).click()
    await expect.element(screen.getByText(m.reports_thanks_title())).toBeVisible()
    const payload = { target, note: 'They wrote this.' }
    expect(await db.outbox.toArray()).toMatchObject([{ kind: 'safety.report', payload }])
  },
)

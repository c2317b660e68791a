import { expect, type Locator, type Page } from '@playwright/test'
import type { Message } from '#contract/chat/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { connectByApi } from './connect.ts'
import { nameOf, type Member } from './people.ts'

/** Connects the two and gives the id of their chat. */
export async function chatByApi(origin: string, client: Member, provider: Member): Promise<string> {
  await connectByApi(origin, client, provider)
  const input = { params: { userId: client.id } }
  const { reply } = await call(origin, 'listChats', input, { token: client.token })
  const chat = reply.find(({ members }) => members.some(({ _id }) => _id === provider.id))
  if (!chat) throw new Error('The two have no chat')
  return chat._id
}

/** A message of somebody, sent by the API alone. */
export async function sayByApi(
  origin: string,
  chatId: string,
  { member, content }: { member: Member; content: string },
): Promise<void> {
  const input = { params: { chatId }, body: { content }, files: {} }
  const { reply } = await call(origin, 'postMessage', input, { token: member.token })
  expect(reply.content).toBe(content)
}

/** Where one writes to somebody in the open chat. */
export function composer(page: Page, other: Member): Locator {
  return page.getByRole('textbox', { name: m.chat_write({ name: other.user.firstname }) })
}

/** Writes into the open chat and sends it; it stands there, and is kept on the device, when this resolves. */
export async function say(page: Page, other: Member, words: string): Promise<void> {
  await composer(page, other).fill(words)
  await pressSend(page)
  await expect(page.getByRole('article').last()).toContainText(words)
}

export async function pressSend(page: Page): Promise<void> {
  await page.getByRole('button', { name: m.chat_send(), exact: true }).click()
}

export async function attach(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await page.getByLabel(m.chat_attach()).setInputFiles(file)
}

/** The messages on screen are these, oldest first. */
export async function expectMessages(page: Page, words: readonly string[]): Promise<void> {
  await expect(page.getByRole('article')).toContainText([...words])
}

/** The message with these words, with what stands around it. */
export function message(page: Page, words: string): Locator {
  const article = page.getByRole('article').filter({ hasText: words })
  return page.getByRole('listitem').filter({ has: article })
}

/** Where one's message stands: 'Sent', 'Waiting to be sent' and the like. */
export async function expectStanding(page: Page, words: string, standing: string): Promise<void> {
  await expect(message(page, words).getByText(standing, { exact: true })).toBeVisible()
}

/** Opens what can be done with a message, and chooses; by the keyboard, which every device may have. */
export async function chooseOn(page: Page, words: string, choice: string): Promise<void> {
  // The options that were open before are closed: a tap on them would be one on what is going away.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await message(page, words)
    .getByRole('button', { name: /^Options for/ })
    .press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: choice, exact: true }).click()
}

/** The line of a chat in the list. */
export function chatLine(page: Page, other: Member): Locator {
  const list = page.getByRole('list', { name: m.chat_list_label() })
  return list.getByRole('link').filter({ hasText: nameOf(other) })
}

/** From an open chat back to all of them, as on a phone. */
export async function backToList(page: Page): Promise<void> {
  await page.getByRole('link', { name: m.chat_back() }).click()
}

/** What a message says, on whichever side. */
export type Said = Pick<Message, '_id' | 'seq' | 'senderId' | 'content'>

export function asSaid({ _id, seq, senderId, content }: Message): Said {
  return { _id, seq, senderId, content }
}

/** The chat as the server has it, oldest first. */
export async function chatOnServer(
  origin: string,
  member: Member,
  chatId: string,
): Promise<Said[]> {
  const all: Said[] = []
  for (;;) {
    const query = { after: String(all.length), limit: '200' }
    const input = { params: { chatId }, query }
    const { reply } = await call(origin, 'getMessages', input, { token: member.token })
    all.push(...reply.messages.map(asSaid))
    if (!reply.more) return all
  }
}

import type { Page } from '@playwright/test'
import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { anotherPhone } from './support/another-phone.ts'
import { chooseFor } from './support/care.ts'
import {
  backToList,
  chatByApi,
  chatLine,
  chatOnServer,
  chooseOn,
  composer,
  expectMessages,
  expectStanding,
  message,
  pressSend,
  say,
  sayByApi,
} from './support/chat.ts'
import { boss, newProvider, openSession } from './support/people.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test.use({ losesNetwork: true })

test('two people write to each other live, and what is unread is counted', async ({
  page,
  origin,
  server,
  teen,
  browser,
  consoleGuard,
}) => {
  const provider = await newProvider(server.origin)
  const chatId = await chatByApi(server.origin, teen, provider)
  const body = { readReceipts: true, typing: true, away: null }
  await call(server.origin, 'putChatSettings', { body }, { token: provider.token })
  await enterAs(page, teen, `${origin}/chats`)
  await expect(chatLine(page, provider)).toContainText(m.chat_line_none())
  const other = await anotherPhone({ browser, consoleGuard }, provider, `${origin}/chats`)
  await expect(chatLine(other.page, teen)).toContainText(m.chat_line_none())

  await chatLine(page, provider).click()
  await say(page, provider, 'one')
  await say(page, provider, 'two')
  await expectStanding(page, 'two', m.chat_state_sent())
  await expect(chatLine(other.page, teen)).toContainText('two')
  const two = { name: m.chat_unread({ count: 2 }) }
  await expect(chatLine(other.page, teen).getByRole('img', two)).toBeVisible()
  await expectUnread(other.page, 2)

  await chatLine(other.page, teen).click()
  await expectMessages(other.page, ['one', 'two'])
  await expectStanding(page, 'two', m.chat_state_seen())
  // Nobody repeats it to a phone whose stream was not open yet.
  await expect(async () => {
    await composer(other.page, teen).fill('')
    await composer(other.page, teen).fill('thr')
    const typing = page.getByText(m.chat_typing({ name: provider.user.firstname }))
    await expect(typing).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await say(other.page, teen, 'three')
  await expectMessages(page, ['one', 'two', 'three'])
  await chooseOn(page, 'three', m.chat_reply())
  await expect(composer(page, provider)).toBeFocused()
  await say(page, provider, 'four')
  const answer = message(other.page, 'four')
  await expect(answer.getByRole('button', { name: /three/ })).toBeVisible()
  await chooseOn(other.page, 'four', m.chat_react_love())
  await expect(message(page, 'four').getByRole('list')).toContainText(m.chat_react_love())
  await chooseOn(other.page, 'four', m.chat_react_love())
  await expect(message(page, 'four').getByRole('list')).toHaveCount(0)
  await backToList(other.page)
  await expectUnread(other.page, 0)
  await expect(chatLine(other.page, teen)).toContainText('four')
  // On another of their devices too.
  const input = { params: { userId: provider.id } }
  const chats = () => call(server.origin, 'listChats', input, { token: provider.token })
  await expect.poll(async () => (await chats()).reply).toMatchObject([{ _id: chatId, unread: 0 }])
  expect((await chats()).reply[0]?.readSeq).toBeGreaterThanOrEqual(2)
  await other.close()
})

test('what is written without a network goes when it is back, in order; a draft never does', async ({
  page,
  context,
  origin,
  server,
  teen,
  browser,
  consoleGuard,
}) => {
  const provider = await newProvider(server.origin)
  const path = `${origin}/chats/${await chatByApi(server.origin, teen, provider)}`
  await enterAs(page, teen, path)
  const other = await anotherPhone({ browser, consoleGuard }, provider, path)
  await say(page, provider, 'one')
  await expectMessages(other.page, ['one'])
  await workerControls(page)

  await context.setOffline(true)
  await say(page, provider, 'two')
  await chooseOn(page, 'one', m.chat_react_wow())
  await chooseOn(page, 'one', m.chat_react_cheer())
  await expect(message(page, 'one').getByRole('list')).toContainText(m.chat_react_cheer())
  await say(page, provider, 'three')
  await expectStanding(page, 'two', m.chat_state_waiting())
  await say(other.page, teen, 'while you were away')
  await expectStanding(other.page, 'while you were away', m.chat_state_sent())
  await composer(page, provider).fill('not yet said')
  await backToList(page)
  await expect(chatLine(page, provider)).toContainText(`${m.chat_draft()} not yet said`)
  await page.reload()
  await chatLine(page, provider).click()
  await expect(composer(page, provider)).toHaveValue('not yet said')
  await expectMessages(page, ['one', 'two', 'three'])

  await context.setOffline(false)
  const arrived = ['one', 'while you were away', 'two', 'three']
  await expectMessages(other.page, arrived)
  await expectMessages(page, arrived)
  await expectStanding(page, 'three', m.chat_state_sent())
  await expect(message(other.page, 'one').getByRole('list')).toContainText(m.chat_react_cheer())
  await expect(composer(page, provider)).toHaveValue('not yet said')
  await pressSend(page)
  await expectMessages(other.page, [...arrived, 'not yet said'])
  await other.close()
})

test.describe('a day later', () => {
  test.use({ via: 'proxy' })

  test('a message that has waited for a day asks before it goes', async ({
    page,
    context,
    origin,
    server,
    teen,
    faultProxy,
  }) => {
    const provider = await newProvider(server.origin)
    const chatId = await chatByApi(server.origin, teen, provider)
    const path = `${origin}/chats/${chatId}`
    // The past is faked and not the future: the worker has no other clock than today’s, and it may send first.
    await context.clock.install({ time: Date.now() - 25 * 3_600_000 })
    await enterAs(page, teen, path)
    await expect(composer(page, provider)).toBeVisible()
    await workerControls(page)
    await context.setOffline(true)
    // A worker that has just been woken hears a moment late that it is offline.
    faultProxy.onApi(({ opIds }) => (opIds.length > 0 ? Promise.resolve('cut') : undefined))
    await say(page, provider, 'good morning')
    await page.close()

    await context.clock.setSystemTime(Date.now())
    const later = await context.newPage()
    await later.goto(path)
    await context.setOffline(false)
    await expectStanding(later, 'good morning', m.chat_state_asks())
    faultProxy.onApi(undefined)
    // What was sent stands above what still asks, so that it is the last one for a moment at most.
    await composer(later, provider).fill('good evening')
    await pressSend(later)
    const onServer = () => chatOnServer(server.origin, teen, chatId)
    await expect.poll(onServer).toMatchObject([{ content: 'good evening' }])
    // The page hears of it a moment later, and draws it above the other one.
    await expectStanding(later, 'good evening', m.chat_state_sent())
    await later.getByRole('button', { name: m.chat_send_anyway() }).click()
    await expectStanding(later, 'good morning', m.chat_state_sent())
    await expectMessages(later, ['good evening', 'good morning'])
  })
})

test('a message is deleted and leaves a trace, another is reported, and a block ends the chat', async ({
  page,
  origin,
  server,
  teen,
  browser,
  consoleGuard,
}) => {
  // The profile of a friend may be read ahead while a block makes them nobody's friend.
  consoleGuard.expect(/status of 404 .*\/api\/auth\/user\//)
  const provider = await newProvider(server.origin)
  const chatId = await chatByApi(server.origin, teen, provider)
  await sayByApi(server.origin, chatId, { member: provider, content: 'Tell nobody about this' })
  const path = `${origin}/chats/${chatId}`
  await enterAs(page, teen, path)
  const other = await anotherPhone({ browser, consoleGuard }, provider, path)
  await say(page, provider, 'a secret')
  await expectMessages(other.page, ['Tell nobody about this', 'a secret'])
  await chooseOn(page, 'a secret', m.chat_delete())
  await page.getByRole('dialog').getByRole('button', { name: m.chat_delete() }).click()
  await expectMessages(page, ['Tell nobody about this', m.chat_deleted()])
  await expectMessages(other.page, ['Tell nobody about this', m.chat_deleted()])

  await expect(page.getByText(m.chat_not_emergency())).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: m.chat_help() }).click()
  await expect(page.getByRole('dialog', { name: m.safety_title() })).toBeVisible()
  await page.keyboard.press('Escape')

  await chooseOn(page, 'Tell nobody', m.chat_report())
  await page.getByRole('button', { name: m.reports_reason_harassment() }).click()
  await page.getByRole('button', { name: m.reports_done() }).click()
  const token = (await openSession(server.origin, boss)).token
  const reports = async () =>
    (await call(server.origin, 'listReports', {}, { token })).reply.reports
  const ofProvider = async () =>
    (await reports()).find(({ subject }) => subject?.id === provider.id)
  await expect.poll(async () => JSON.stringify(await ofProvider())).toContain('Tell nobody about')

  await chooseFor(page, provider, m.reports_block())
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Block / })
    .click()
  await expect(page.getByText(m.chat_blocked({ name: provider.user.firstname }))).toBeVisible()
  await expect(composer(page, provider)).toHaveCount(0)
  // Whoever was blocked keeps what they wrote themself, and nothing else.
  await expect(other.page.getByText(m.chat_ended_own())).toBeVisible()
  await expect(composer(other.page, teen)).toHaveCount(0)
  await expectMessages(other.page, ['Tell nobody about this'])
  await other.close()
})

/** The number on the way to the chats, in the bar of a phone. */
async function expectUnread(page: Page, count: number): Promise<void> {
  const place = page.getByRole('navigation').getByRole('link', { name: /^Chats/ })
  const name = count === 0 ? 'Chats' : new RegExp(m.chat_unread({ count }))
  await expect(place).toHaveAccessibleName(name)
}

import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { anotherPhone } from './support/another-phone.ts'
import { expectAccessible } from './support/axe.ts'
import {
  attach,
  chatByApi,
  chooseOn,
  expectMessages,
  message,
  pressSend,
  say,
  sayByApi,
} from './support/chat.ts'
import { pngFile, publish } from './support/library.ts'
import { boss, nameOf, newParent, newProvider, openSession } from './support/people.ts'
import { comeBack, expectUnsent, goOffline } from './support/phone.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test('a provider takes messages back, the teen reports one of them, and a superAdmin sees it with what stood around', async ({
  page,
  origin,
  server,
  teen,
  browser,
  consoleGuard,
}) => {
  const provider = await newProvider(server.origin)
  const chatId = await chatByApi(server.origin, teen, provider)
  const path = `${origin}/chats/${chatId}`
  await sayByApi(server.origin, chatId, { member: teen, content: 'Hello, can we talk?' })
  await enterAs(page, teen, path)
  const other = await anotherPhone({ browser, consoleGuard }, provider, path)
  await say(other.page, teen, 'Of course, tell me')
  const file = Buffer.from(await (await pngFile()).arrayBuffer())
  await attach(other.page, { name: 'evening.png', mimeType: 'image/png', buffer: file })
  await expect(other.page.getByText('evening.png', { exact: true })).toBeVisible()
  await other.page.getByRole('textbox').fill('Our secret, tell nobody')
  await pressSend(other.page)
  await expectMessages(page, ['Hello', 'Of course', 'Our secret'])
  // It is fetched once it is in sight; of a message that is deleted it would not come.
  await expect(page.getByRole('button', { name: /^Show evening/ })).toBeVisible()

  await chooseOn(other.page, 'Our secret', m.chat_delete())
  await expect(other.page.getByRole('dialog')).toContainText(m.chat_delete_sealed())
  await other.page.getByRole('dialog').getByRole('button', { name: m.chat_delete() }).click()
  await expectMessages(page, ['Hello', 'Of course', m.chat_deleted()])
  await expect(message(other.page, m.chat_deleted()).getByRole('button')).toHaveCount(0)

  await message(page, m.chat_deleted())
    .getByRole('button', { name: /^Options for/ })
    .press('Enter')
  await expect(page.getByRole('dialog')).toContainText('It’s locked away until')
  await expectAccessible(page, 'a deleted message')
  await page.getByRole('dialog').getByRole('button', { name: m.chat_report() }).click()
  await page.getByRole('button', { name: m.reports_reason_harassment() }).click()
  await page.getByRole('button', { name: m.reports_done() }).click()
  await expectUnsent(page, 0)

  for (const [phone, words] of [
    [page, m.chat_sealed_theirs()],
    [other.page, m.chat_sealed_mine()],
  ] as const) {
    await phone.getByRole('link', { name: m.chat_back() }).click()
    await phone.getByRole('button', { name: m.chat_settings() }).click()
    await expect(phone.getByRole('dialog')).toContainText(words)
  }
  await expectAccessible(page, 'the settings of a chat that is sealed')

  const desk = await anotherPhone(
    { browser, consoleGuard },
    await openSession(server.origin, boss),
    `${origin}/admin/reports`,
  )
  const about = m.reports_admin_about({ name: nameOf(provider) })
  const card = desk.page
    .getByRole('main')
    .locator('section')
    .filter({ has: desk.page.getByText(about, { exact: true }) })
  const lines = card.getByRole('list').getByRole('listitem')
  await expect(lines).toContainText(['Hello, can we talk?', 'Of course, tell me', 'Our secret'])
  await expect(lines.last()).toContainText(m.reports_admin_reported())
  await expect(lines.last()).toContainText('Deleted on')
  await expect(lines.first()).not.toContainText(m.reports_admin_reported())
  await expect(card).toContainText(m.reports_admin_expires_later())
  await lines.last().getByRole('button', { name: m.reports_admin_file_open() }).click()
  const picture = desk.page.getByAltText(m.reports_admin_file_image({ name: 'evening.png' }))
  await expect(picture).toHaveJSProperty('naturalWidth', 400)
  await desk.page.keyboard.press('Escape')
  await expectAccessible(desk.page, 'a report with its messages')
  await desk.close()
  await other.close()
})

test.describe('without a network', () => {
  test.use({ losesNetwork: true })

  test('an article is reported where it is read, a video in its list, and both go out later', async ({
    page,
    context,
    origin,
    server,
  }) => {
    const parent = await newParent(server.origin)
    const author = await newProvider(server.origin)
    const article = await publish(server.origin, author, {
      title: 'Never eat again',
      content: 'Skip every meal.',
    })
    const description = 'A film about not eating'
    const body = {
      url: 'https://youtu.be/RcGyVTAoXEU',
      description,
      category: 'Physical Wellness',
    } as const
    await call(server.origin, 'createVideo', { body }, { token: author.token })
    await enterAs(page, parent, `${origin}/library/articles/${article._id}`)
    await expect(page.getByRole('heading', { level: 1, name: article.title })).toBeVisible()
    await page.goto('/library/videos')
    await expect(page.getByRole('heading', { name: description })).toBeVisible()
    await workerControls(page)
    await goOffline(page)

    const report = async (title: string, dialog: string) => {
      await page.getByRole('button', { name: m.library_menu({ title }) }).click()
      await page.getByRole('menuitem', { name: m.reports_report() }).click()
      await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
      await page.getByRole('button', { name: m.reports_reason_harm() }).click()
      await expect(page.getByText(m.reports_thanks_offline())).toBeVisible()
      await page.getByRole('button', { name: m.reports_done() }).click()
    }
    await report(description, m.reports_report_video_title())
    await page.goto(`/library/articles/${article._id}`)
    await report(article.title, m.reports_report_article_title())
    await expectUnsent(page, 2)
    await context.setOffline(false)
    await comeBack(page)
    await expectUnsent(page, 0)

    const { token } = await openSession(server.origin, boss)
    const query = { limit: '100' }
    const { reply } = await call(server.origin, 'listReports', { query }, { token })
    const filed = reply.reports.filter(({ subject }) => subject?.id === author.id)
    expect(filed.map(({ target, snapshot }) => [target.kind, snapshot])).toMatchObject([
      ['video', { description }],
      ['article', { title: article.title, text: 'Skip every meal.' }],
    ])
  })
})

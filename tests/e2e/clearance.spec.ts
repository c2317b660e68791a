import type { Page } from '@playwright/test'
import * as m from '#src/i18n/paraglide/messages.js'
import { anotherPhone } from './support/another-phone.ts'
import { expectAccessible } from './support/axe.ts'
import { cardOf, chooseFor } from './support/care.ts'
import { chatByApi, chatLine, composer, expectMessages, sayByApi } from './support/chat.ts'
import { boss, nameOf, newProvider, openSession, type Member } from './support/people.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { factoryOf } from './support/user-databases.ts'

test.use({ serviceWorkers: 'block' })

test('a provider whose clearance is withdrawn has nothing of a teen left, and the teen is told kindly', async ({
  page,
  origin,
  server,
  teen,
  browser,
  consoleGuard,
}) => {
  // The chat that is open on the provider's phone is not there any more.
  consoleGuard.expect(/status of 404 /)
  const provider = await newProvider(server.origin)
  const chatId = await chatByApi(server.origin, teen, provider)
  await sayByApi(server.origin, chatId, { member: provider, content: 'How are you?' })
  await sayByApi(server.origin, chatId, { member: teen, content: 'A bit better.' })
  await enterAs(page, teen, `${origin}/chats/${chatId}`)
  await expectMessages(page, ['How are you?', 'A bit better.'])
  const circle = `${origin}/circle-of-care`
  const theirs = await anotherPhone({ browser, consoleGuard }, provider, circle)
  await expect(cardOf(theirs.page, teen)).toBeVisible()
  await theirs.page.goto('/chats')
  await chatLine(theirs.page, teen).click()
  await expectMessages(theirs.page, ['How are you?', 'A bit better.'])
  expect(await stored(theirs.page, provider)).toMatchObject({ chats: 1, messages: 2, friends: 1 })

  const admin = await openSession(server.origin, boss)
  const desk = await anotherPhone({ browser, consoleGuard }, admin, `${origin}/admin/reviews`)
  await desk.page.getByRole('tab', { name: m.reports_review_approved() }).click()
  const card = cardOf(desk.page, provider)
  const more = desk.page.getByRole('button', { name: m.reports_admin_more() })
  await expect(async () => {
    if (await more.isVisible()) await more.click()
    await expect(card).toBeVisible({ timeout: 500 })
  }).toPass()
  await card.getByRole('button', { name: m.reports_review_ages() }).click()
  const dialog = desk.page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: m.reports_review_minors() }).uncheck()
  await expect(dialog.getByText(nameOf(teen))).toBeVisible()
  await expectAccessible(desk.page, 'the review')
  await dialog.getByRole('button', { name: m.reports_review_ages_save() }).click()
  await expect(dialog).toBeHidden()
  await desk.close()

  const name = provider.user.firstname
  await expect(page.getByText(m.chat_minors({ name }))).toBeVisible()
  await expectMessages(page, ['How are you?', 'A bit better.'])
  await expect(composer(page, provider)).toHaveCount(0)
  await expectAccessible(page, 'the chat')
  await expect
    .poll(() => stored(theirs.page, provider))
    .toEqual({ chats: 0, messages: 0, friends: 0, keptFiles: 0, notices: 0, receivedRequests: 0 })
  await expect(theirs.page.getByText('A bit better.')).toHaveCount(0)
  await theirs.page.goto('/circle-of-care')
  await expect(theirs.page.getByText(m.connections_clients_none_text())).toBeVisible()
  await theirs.close()

  await page.goto('/circle-of-care')
  await expect(cardOf(page, provider).getByText(m.connections_unavailable({ name }))).toBeVisible()
  await expectAccessible(page, 'the circle')
  await page.getByRole('link', { name: m.connections_find_open() }).click()
  await expect(page).toHaveURL(/minors=true/)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
})

test('whoever is blocked keeps their own words alone, and whoever blocked keeps everything', async ({
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
  await sayByApi(server.origin, chatId, { member: provider, content: 'Come and see me.' })
  await sayByApi(server.origin, chatId, { member: teen, content: 'Please stop.' })
  const theirs = await anotherPhone({ browser, consoleGuard }, provider, `${origin}/chats`)
  await chatLine(theirs.page, teen).click()
  await expectMessages(theirs.page, ['Come and see me.', 'Please stop.'])

  await enterAs(page, teen, `${origin}/chats/${chatId}`)
  await chooseFor(page, provider, 'Block')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Block / })
    .click()
  await expect(theirs.page.getByText(m.chat_ended_own())).toBeVisible()
  await expectMessages(theirs.page, ['Come and see me.'])
  await expect(theirs.page.getByText('Please stop.')).toHaveCount(0)
  await expect.poll(async () => (await stored(theirs.page, provider)).messages).toBe(1)
  await theirs.close()
  await page.goto(`/chats/${chatId}`)
  await expectMessages(page, ['Come and see me.', 'Please stop.'])
})

/** How many rows of others the person's phone has. */
async function stored(page: Page, { id }: Member): Promise<Record<string, number>> {
  return await page.evaluate(
    ({ factory, name }) =>
      new Promise<Record<string, number>>((resolve, reject) => {
        const opening = factory.open(name)
        opening.addEventListener('error', () => reject(new Error(String(opening.error))))
        opening.addEventListener('success', () => {
          const db = opening.result
          const tables = [
            'chats',
            'messages',
            'friends',
            'keptFiles',
            'notices',
            'receivedRequests',
          ]
          const reading = db.transaction(tables)
          const counts = tables.map((table) => reading.objectStore(table).count())
          reading.addEventListener('complete', () => {
            db.close()
            resolve(Object.fromEntries(tables.map((table, at) => [table, counts[at]?.result ?? 0])))
          })
        })
      }),
    { factory: await factoryOf(page, `zync-u-${id}`), name: `zync-u-${id}` },
  )
}

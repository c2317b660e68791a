import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { opIdAt, wireOp } from '#tests/support/ops.ts'
import { anotherPhone } from './support/another-phone.ts'
import { expectAccessible } from './support/axe.ts'
import { connectByApi } from './support/connect.ts'
import { buyByApi } from './support/money.ts'
import { briefDrafts, outboxRows } from './support/outbox.ts'
import { nameOf, newProvider, type Member } from './support/people.ts'
import { expectUnsent, goOffline } from './support/phone.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test.use({ losesNetwork: true })
test.setTimeout(240_000)

test('a brief is made and redacted without a network, sent once, read by its provider, and taken back from their open page', async ({
  page,
  context,
  browser,
  consoleGuard,
  origin,
  server,
  teen,
}) => {
  const provider = await newProvider(server.origin)
  const name = nameOf(provider)
  await connectByApi(server.origin, teen, provider)
  await buyByApi(server.origin, teen, provider)
  const id = await bookByApi(server.origin, teen, provider)
  await moodByApi(server.origin, teen)
  const requests: string[] = []
  context.on('request', (request) => requests.push(request.postData() ?? ''))
  await enterAs(page, teen, `${origin}/sessions/${id}/brief`)
  await workerControls(page)
  const mood = page.getByRole('checkbox', { name: m.brief_mood(), exact: true })
  await expect(mood).not.toBeChecked()
  await expect(page.getByText(m.brief_nothing_on())).toBeVisible()
  await expectAccessible(page, 'a brief with nothing in it')

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(m.brief_emergency())).toBeVisible()
  await page.getByLabel(m.brief_talk(), { exact: true }).fill('Why school is loud')
  await page.getByLabel(m.brief_avoid(), { exact: true }).fill('My father')
  await mood.click()
  const talk = m.brief_words_on({ sentence: m.brief_talk() })
  await page.getByRole('checkbox', { name: talk, exact: true }).click()
  const preview = page.getByRole('article', { name: m.brief_title() })
  await expect(preview.getByText('Why school is loud')).toBeVisible()
  await expect(preview.getByText('My father')).toHaveCount(0)
  // What is on the screen is stored a moment later.
  await expect
    .poll(() => briefDrafts(page, teen.id))
    .toMatchObject([
      {
        on: expect.arrayContaining(['mood', 'words talk']),
        words: { talk: 'Why school is loud', avoid: 'My father' },
      },
    ])
  await page.reload()
  await expect(page.getByLabel(m.brief_avoid(), { exact: true })).toHaveValue('My father')
  await expect(mood).toBeChecked()
  await page.getByRole('button', { name: m.brief_send({ name }), exact: true }).click()
  await expect(page.getByText(m.brief_waiting())).toBeVisible()
  await expectAccessible(page, 'a brief that waits')
  const waiting = JSON.stringify(await outboxRows(page, teen.id))
  expect(waiting).toContain('Why school is loud')
  expect(waiting).not.toMatch(/My father|"days":\{|"kind":"answers"/)
  await context.setOffline(false)
  await expectUnsent(page, 0)
  await expect(page.getByText(/can read it\. Sent/)).toBeVisible()
  expect(requests.join('')).not.toContain('My father')

  const theirs = await anotherPhone({ browser, consoleGuard }, provider, `${origin}/sessions`)
  await theirs.page.getByText(m.booking_sessions_upcoming(), { exact: true }).click()
  await theirs.page.getByRole('link', { name: m.booking_brief_read() }).click()
  await expect(theirs.page.getByText('Why school is loud')).toBeVisible()
  await expect(theirs.page.getByRole('heading', { name: m.brief_mood() })).toBeVisible()
  expect(await theirs.page.content()).not.toContain('My father')
  await expectAccessible(theirs.page, 'a brief that is read')
  const shown = await call(
    server.origin,
    'getSharedBrief',
    { params: { bookingId: id } },
    { token: provider.token },
  )
  expect(shown.reply.content.blocks.map(({ kind }) => kind)).toEqual(['words', 'mood'])

  await goOffline(page)
  await page.getByRole('button', { name: m.brief_take_back(), exact: true }).click()
  await expect(page.getByText(m.brief_taking_back({ name }))).toBeVisible()
  consoleGuard.expect(/status of 404 .*\/api\/briefs\//)
  await context.setOffline(false)
  await expect(theirs.page.getByText(m.brief_client_missing())).toBeVisible()
  expect(await theirs.page.content()).not.toContain('Why school is loud')
  await expectUnsent(page, 0)
  await theirs.close()
  await page.goto('/who-sees-what')
  await expect(page.getByText(m.sharing_log_brief({ who: name })).first()).toBeVisible()
})

/** The first free slot of the week after the next one. */
async function bookByApi(origin: string, teen: Member, provider: Member): Promise<string> {
  const from = Date.now() + 10 * 86_400_000
  const [startDate = '', endDate = ''] = [from, from + 5 * 86_400_000].map((ms) =>
    new Date(ms).toISOString(),
  )
  const params = { providerId: provider.id }
  const query = { startDate, endDate, duration: '60' }
  const { reply } = await call(origin, 'availableSlots', { params, query }, { token: teen.token })
  const slot = reply.slots.find(({ available }) => available)
  if (!slot) throw new Error('No slot is free')
  const body = { serviceProviderId: provider.id, startTime: slot.start, endTime: slot.end }
  return (await call(origin, 'book', { body }, { token: teen.token })).reply._id
}

async function moodByApi(origin: string, { token }: Member): Promise<void> {
  const date = new Date().toISOString().slice(0, 10)
  const payload = { trackerType: 'Mood', answer: 'normal', date }
  const opId = opIdAt(new Date().toISOString())
  const ops = [wireOp(payload, { kind: 'trackers.record', opId, localDate: date })]
  const { reply } = await call(origin, 'pushOps', { body: { ops } }, { token })
  expect(reply.results).toMatchObject([{ status: 'applied' }])
}

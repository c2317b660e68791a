import { stepWords } from '#src/features/safety/plan/plan-words.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { questNumbered } from '#tests/support/calm-answers.ts'
import { anotherPhone } from './support/another-phone.ts'
import { connectByApi } from './support/connect.ts'
import { nameOf, newProvider } from './support/people.ts'
import { expectUnsent, goOffline } from './support/phone.ts'
import { lineByApi, writeLine } from './support/plan.ts'
import { answerFrom, pick, startQuest } from './support/quests.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test.use({ losesNetwork: true })

test('a plan is written on two phones without a network, a provider proposes, its person accepts, and sharing ends', async ({
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
  await enterAs(page, teen, `${origin}/safety-plan`)
  await workerControls(page)
  const second = await anotherPhone(
    { browser, consoleGuard, serviceWorkers: 'allow' },
    teen,
    `${origin}/safety-plan`,
  )
  await expect(second.page.getByRole('heading', { name: m.plan_title() })).toBeVisible()
  await workerControls(second.page)
  await goOffline(page)
  await goOffline(second.page)
  await writeLine(page, 'alone', { text: 'Walk the dog' })
  await writeLine(second.page, 'people', { text: 'My aunt', phone: '+20 100 200' })
  await context.setOffline(false)
  await expectUnsent(page, 0)
  await second.page.context().setOffline(false)
  await expectUnsent(second.page, 0)
  for (const phone of [page, second.page]) {
    await phone.reload()
    for (const text of ['Walk the dog', 'My aunt']) {
      await expect(phone.getByText(text, { exact: true })).toBeVisible()
    }
    await expect(phone.getByText(m.plan_waiting())).toHaveCount(0)
  }
  await second.close()

  const theirs = await anotherPhone(
    { browser, consoleGuard },
    provider,
    `${origin}/gen-z/${teen.id}`,
  )
  await expect(theirs.page.getByText(m.quests_shared_empty())).toBeVisible()
  const open = theirs.page.getByRole('link', { name: m.plan_client_open() })
  await expect(open).toHaveCount(0)
  await page.getByRole('button', { name: m.plan_share_choose() }).click()
  await page.getByRole('button', { name: m.plan_share_with({ name }) }).click()
  await expect(page.getByText(m.plan_share_how())).toBeVisible()
  await theirs.page.reload()
  await open.click()
  await expect(theirs.page.getByText('My aunt', { exact: true })).toBeVisible()
  expect(await theirs.page.content()).not.toContain('100 200')
  const propose = m.plan_propose_add({ step: stepWords.reasons.title() })
  await theirs.page.getByRole('button', { name: propose }).click()
  await theirs.page.getByLabel(m.plan_field()).fill('Your little brother')
  await theirs.page.getByRole('button', { name: m.plan_propose_send(), exact: true }).click()
  await expect(theirs.page.getByText(m.plan_proposed())).toBeVisible()
  await expectUnsent(theirs.page, 0)

  await page.reload()
  const idea = page.getByText(m.plan_idea_add({ text: 'Your little brother' }))
  await expect(idea).toBeVisible()
  await expect(page.getByText('Your little brother', { exact: true })).toHaveCount(0)
  await goOffline(page)
  await page.getByRole('button', { name: m.plan_idea_yes() }).click()
  await expect(page.getByText('Your little brother', { exact: true })).toBeVisible()
  await expect(idea).toHaveCount(0)
  await page.getByRole('button', { name: m.plan_share_stop() }).click()
  await expect(page.getByText(m.plan_share_none())).toBeVisible()
  await context.setOffline(false)
  await expectUnsent(page, 0)
  consoleGuard.expect(/status of 404 .*\/api\/plans\//)
  await theirs.page.reload()
  await expect(theirs.page.getByText(m.plan_client_missing())).toBeVisible()
  expect(await theirs.page.content()).not.toContain('My aunt')
  const params = { userId: teen.id }
  const read = await call(server.origin, 'getSharedPlan', { params }, { token: provider.token })
  expect(read.status).toBe(404)
  await theirs.close()
  await page.goto('/who-sees-what')
  await expect(page.getByText(m.sharing_log_plan({ who: name })).first()).toBeVisible()
})

test('the plan is shown and hidden in who sees what, and an open page of its reader drops it', async ({
  page,
  context,
  browser,
  consoleGuard,
  origin,
  server,
  teen,
}) => {
  const provider = await newProvider(server.origin)
  await connectByApi(server.origin, teen, provider)
  await lineByApi(server.origin, teen, { step: 'people', text: 'My aunt', phone: '+20 100 200' })
  await enterAs(page, teen, `${origin}/who-sees-what`)
  const box = page.getByRole('checkbox', { name: m.sharing_plan() })
  await box.click()
  await expect(box).toBeChecked()
  await expect(box).toBeEnabled()
  await page
    .getByRole('link', { name: m.sharing_preview({ who: provider.user.firstname }) })
    .click()
  await expect(page.getByText('My aunt', { exact: true })).toBeVisible()
  expect(await page.content()).not.toContain('100 200')
  await page.goto('/who-sees-what')
  await expect(box).toBeChecked()
  // A preview is no look.
  await expect(page.getByText(m.sharing_log_plan({ who: nameOf(provider) }))).toHaveCount(0)
  await workerControls(page)

  const address = `${origin}/safety-plan?of=${teen.id}`
  const theirs = await anotherPhone({ browser, consoleGuard }, provider, address)
  await expect(theirs.page.getByText('My aunt', { exact: true })).toBeVisible()
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(/^As of /)).toBeVisible()
  await box.click()
  await expect(box).not.toBeChecked()
  await expect(page.getByText(m.sharing_waiting())).toBeVisible()
  await page.goto('/safety-plan')
  await expect(page.getByText(m.plan_share_none())).toBeVisible()
  consoleGuard.expect(/status of 404 .*\/api\/plans\//)
  await context.setOffline(false)
  await expect(theirs.page.getByText(m.plan_client_missing())).toBeVisible()
  expect(await theirs.page.content()).not.toContain('My aunt')
  await expectUnsent(page, 0)
  await theirs.close()
})

test('the plan opens from Help now after a cold start without a network, and by one tap from a grave answer', async ({
  page,
  context,
  origin,
  server,
  teen,
}) => {
  await lineByApi(server.origin, teen, { step: 'signs', text: 'I hide', phone: null })
  await lineByApi(server.origin, teen, { step: 'people', text: 'My aunt', phone: '+20 100 200' })
  await enterAs(page, teen, `${origin}/safety-plan`)
  await expect(page.getByText('I hide', { exact: true })).toBeVisible()
  await workerControls(page)
  await context.setOffline(true)
  await page.goto('/dashboard')
  await page.reload()
  await page.getByRole('button', { name: m.safety_open(), exact: true }).first().click()
  const help = page.getByRole('dialog', { name: m.safety_title() })
  await help.getByRole('button', { name: m.plan_open() }).click()
  await expect(help.getByText('I hide', { exact: true })).toBeVisible()
  const aunt = help.getByRole('link', { name: m.plan_call({ name: 'My aunt' }) })
  await expect(aunt).toHaveAttribute('href', 'tel:+20100200')
  await help.getByRole('link', { name: m.plan_whole() }).click()
  await expect(page).toHaveURL('/safety-plan')
  await expect(help).toBeHidden()

  const quest = await questNumbered(1)
  await page.goto('/surveys/1')
  await startQuest(page, quest)
  await answerFrom(page, quest, { last: 8 })
  await pick(page, quest.questions[8]?.options[3]?.text ?? '')
  // A grave answer opens Help now by itself; the plan is one tap away in it.
  await help.getByRole('button', { name: m.plan_open() }).click()
  await expect(help.getByText('I hide', { exact: true })).toBeVisible()
  await help.getByRole('button', { name: m.ui_close() }).click()
  await page.getByRole('button', { name: m.plan_open() }).click()
  await expect(help.getByText('I hide', { exact: true })).toBeVisible()
})

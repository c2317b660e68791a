import { readFile } from 'node:fs/promises'
import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { questNumbered } from '#tests/support/calm-answers.ts'
import { fhirErrors } from '#tests/support/fhir/r4.ts'
import { openSession, sofia } from './support/people.ts'
import { answerFrom, expectDone, followLooks, startQuest } from './support/quests.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Without the worker, which has no part in what is tested here: to install it takes a third of a short test.
test.use({ serviceWorkers: 'block' })

test('a result is the young person’s alone until they share it, and again when they take it back', async ({
  page,
  browser,
  consoleGuard,
  origin,
  server,
  teen,
}) => {
  const provider = await openSession(server.origin, sofia)
  const asked = await call(
    server.origin,
    'requestConnection',
    { body: { requestedServiceProvider: provider.id } },
    teen,
  )
  await call(server.origin, 'acceptConnection', { params: { id: asked.reply._id } }, provider)

  const quest = await questNumbered(8)
  await enterAs(page, teen, `${origin}/surveys/8`)
  await startQuest(page, quest)
  await answerFrom(page, quest)
  await expectDone(page, quest, 60)

  const theirs = await browser.newContext()
  consoleGuard.watch(theirs)
  const providerPage = await theirs.newPage()
  const looks = followLooks(providerPage)
  await enterAs(providerPage, provider, `${origin}/gen-z/${teen.id}`)
  await expect(providerPage.getByText(m.quests_shared_empty())).toBeVisible()

  await page.getByRole('button', { name: m.quests_share() }).first().click()
  const toggle = page.getByRole('checkbox', {
    name: m.quests_share_toggle({ name: 'Sofia Almeida' }),
  })
  await toggle.click()
  await expect(page.getByText(m.quests_share_on({ name: 'Sofia Almeida' }))).toBeVisible()
  // Their open screen shows it by itself, which is one look.
  await expect(providerPage.getByRole('heading', { name: quest.title })).toBeVisible()
  await expect(providerPage.getByText('not a diagnosis')).toBeVisible()

  await providerPage.getByRole('button', { name: m.quests_clinic(), exact: true }).click()
  const download = providerPage.waitForEvent('download')
  await providerPage.getByRole('button', { name: m.quests_clinic_action() }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(fhirErrors(JSON.parse(file))).toEqual([])
  expect(file).toContain(quest.title)

  await expect(toggle).toBeChecked()
  await toggle.click()
  await expect(page.getByText(m.quests_share_off({ name: 'Sofia Almeida' }))).toBeVisible()
  // The open screen of the provider lets go of it by itself.
  await expect(providerPage.getByText(m.quests_shared_empty())).toBeVisible()
  await theirs.close()

  await page.goto('/who-sees-what')
  const look = m.sharing_log_result({ who: 'Sofia Almeida', quest: quest.title })
  await expect(async () => {
    await expect(page.getByText(look)).toHaveCount(await looks(), { timeout: 1_000 })
  }).toPass()
  const saved = m.sharing_log_saved({ who: 'Sofia Almeida', quest: quest.title })
  await expect(page.getByText(saved)).toHaveCount(1)
})

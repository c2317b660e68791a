import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import { answersTo, questOf } from '#tests/support/quests.ts'
import { expectAccessible } from './support/axe.ts'
import { connectByApi } from './support/connect.ts'
import { newProvider } from './support/people.ts'
import { followLooks } from './support/quests.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test.use({ losesNetwork: true })

test('a result is taken back without a network: it goes first, and the provider has nothing of it left', async ({
  page,
  context,
  browser,
  consoleGuard,
  origin,
  server,
  teen,
}) => {
  const provider = await newProvider(server.origin, 'Psychotherapist')
  await connectByApi(server.origin, teen, provider)
  const quest = await questOf('pq16')
  const params = { id: String(quest.id) }
  const body = { answers: answersTo(quest) }
  const { reply } = await call(server.origin, 'submitSurvey', { params, body }, teen)
  const share = { params: { id: reply.id, providerId: provider.id } }
  await call(server.origin, 'shareResult', share, teen)

  const theirs = await browser.newContext()
  consoleGuard.watch(theirs)
  const providerPage = await theirs.newPage()
  const looks = followLooks(providerPage)
  await enterAs(providerPage, provider, `${origin}/gen-z/${teen.id}`)
  await expect(providerPage.getByRole('heading', { name: quest.title })).toBeVisible()

  await enterAs(page, teen, `${origin}/who-sees-what`)
  const box = page.getByRole('checkbox', { name: m.sharing_result({ quest: quest.title }) })
  await expect(box).toBeChecked()
  const who = `${provider.user.firstname} ${provider.user.lastname}`
  const looked = m.sharing_log_result({ who, quest: quest.title })
  await expect(async () => {
    await expect(page.getByText(looked)).toHaveCount(await looks(), { timeout: 1_000 })
  }).toPass()
  await Promise.all([workerControls(page), workerControls(providerPage)])

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(/^As of /)).toBeVisible()
  await expect(box).toBeChecked()
  await box.click()
  await expect(box).not.toBeChecked()
  await expect(page.getByText(m.sharing_waiting())).toBeVisible()
  await page.reload()
  await expect(box).not.toBeChecked()
  await expect(providerPage.getByRole('heading', { name: quest.title })).toBeVisible()

  await context.setOffline(false)
  // The open screen of the provider lets go of it; their next call finds none, and without a network nothing is left.
  await expect(providerPage.getByText(m.quests_shared_empty())).toBeVisible()
  const one = { params: { ...params, type: 'pq16', userId: teen.id } }
  expect((await call(server.origin, 'getSurveyScore', one, provider)).status).toBe(404)
  await theirs.setOffline(true)
  await providerPage.reload()
  await expect(providerPage.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(providerPage.getByText(quest.title)).toHaveCount(0)
  expect(await everythingStored(providerPage)).not.toContain(reply.id)
  await theirs.close()
})

test('who sees what, and the preview as a provider: reached from More, free of axe findings', async ({
  page,
  origin,
  server,
  teen,
}) => {
  const provider = await newProvider(server.origin, 'Psychotherapist')
  await connectByApi(server.origin, teen, provider)
  await page.setViewportSize({ width: 360, height: 740 })
  await enterAs(page, teen, `${origin}/dashboard`)
  await page.getByRole('button', { name: m.ui_more(), exact: true }).click()
  // 'Now' is a minute.
  await call(server.origin, 'getUser', { params: { id: teen.id } }, provider)
  await page.getByRole('link', { name: m.sharing_title() }).click()
  const { firstname } = provider.user
  await expect(page.getByText(m.sharing_parents())).toBeVisible()
  await expect(page.getByText(m.sharing_looked({ who: firstname, when: 'now' }))).toBeVisible()
  await expectAccessible(page, 'who sees what')
  await page.getByRole('link', { name: m.sharing_preview({ who: firstname }) }).click()
  const frame = page.getByRole('region', { name: m.sharing_preview_frame({ who: firstname }) })
  await expect(frame.getByText(m.profile_young_score_hidden(), { exact: true })).toBeVisible()
  await expectAccessible(page, 'preview')
  // A look at oneself is none.
  await page.goto('/who-sees-what')
  const log = m.sharing_log_profile({ who: `${firstname} ${provider.user.lastname}` })
  await expect(page.getByText(log)).toHaveCount(1)
})

/** What the browser keeps of the page's origin: databases, caches and storage, as one text. */
async function everythingStored(page: {
  evaluate: (work: () => Promise<string>) => Promise<string>
}) {
  return await page.evaluate(async () => {
    const parts: string[] = [
      JSON.stringify(Object.entries(localStorage)),
      JSON.stringify(Object.entries(sessionStorage)),
    ]
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('success', () => resolve(opening.result))
        opening.addEventListener('error', () => reject(new Error(name)))
      })
      for (const store of db.objectStoreNames) {
        const rows = await new Promise<unknown>((resolve) => {
          const reading = db.transaction(store).objectStore(store).getAll()
          reading.addEventListener('success', () => resolve(reading.result))
        })
        parts.push(JSON.stringify(rows))
      }
      db.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) parts.push(request.url)
    }
    return parts.join('\n')
  })
}

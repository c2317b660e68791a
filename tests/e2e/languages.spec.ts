import type { Locator, Page } from '@playwright/test'
import { languageFacts, type Language } from '#contract/language.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import quests from '#src/i18n/quests.ar.json' with { type: 'json' }
import { questNumbered } from '#tests/support/calm-answers.ts'
import { readMessages } from '../../scripts/review-states.ts'
import { question } from './support/quests.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test.use({ losesNetwork: true })

const loginTitle = arabic('account', 'account_login_title')

test('a language is changed without a network, in every tab, and nothing that is typed is lost', async ({
  page,
  context,
  origin,
}) => {
  await page.goto(`${origin}/login`)
  await workerControls(page)
  const other = await context.newPage()
  await other.goto(`${origin}/`)
  await page.locator('input[name=email]').fill('lina@zync.example')
  await context.setOffline(true)

  await languageButton(other, 'ar').click()
  await expectSpoken(other, 'ar')
  await expectSpoken(page, 'ar')
  await expect(page.getByRole('heading', { name: loginTitle })).toBeVisible()
  await expect(page.locator('input[name=email]')).toHaveValue('lina@zync.example')

  const cold = await context.newPage()
  await noteFirstDirection(cold)
  await cold.goto(`${origin}/login`)
  await expect(cold.getByRole('heading', { name: loginTitle })).toBeVisible()
  expect(await firstDirection(cold)).toBe('rtl')

  await languageButton(cold, 'en').click()
  for (const tab of [page, other, cold]) await expectSpoken(tab, 'en')
  await expect(page.getByRole('heading', { name: m.account_login_title() })).toBeVisible()
  await expect(page.locator('input[name=email]')).toHaveValue('lina@zync.example')
  await languageButton(cold, 'ar').click()
  expect(await manifestLanguage(cold)).toBe('en')
  await context.setOffline(false)
  await expect.poll(() => manifestLanguage(cold)).toBe('ar')
})

test('without a network a quest is read in Arabic, asked in English, and its result is Arabic', async ({
  page,
  context,
  origin,
  teen,
}) => {
  await enterAs(page, teen, `${origin}/surveys`)
  await workerControls(page)
  await context.addCookies([{ name: 'lang', value: 'ar', url: origin }])
  await context.setOffline(true)
  const quest = await questNumbered(2)
  const { title, bands } = quests.quests.pmq9
  await page.goto(`${origin}/surveys`)
  await expectSpoken(page, 'ar')
  await expect(page.getByRole('heading', { name: title }).first()).toBeVisible()

  await page.goto(`${origin}/surveys/2`)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await page.getByRole('button', { name: arabic('quests', 'quests_start') }).click()
  await question(page).focus()
  for (const { text } of quest.questions) {
    const asked = page.locator('form h2:focus')
    await expect(asked).toHaveText(text)
    await expect(asked).toHaveAttribute('lang', 'en')
    await page.keyboard.press('1')
    await page.keyboard.press('Enter')
  }
  await expect(page.getByText(bands.settled.text)).toBeVisible()
  await expect(page.getByText(quests.general.snapshot)).toBeVisible()
})

test.describe('a first visit', () => {
  test.use({ serviceWorkers: 'block' })

  test('without the words of its language is in English, says so, and tries again', async ({
    page,
    context,
    origin,
    consoleGuard,
  }) => {
    consoleGuard.expect(/assets\/ar-/)
    await context.addCookies([{ name: 'lang', value: 'ar', url: origin }])
    const words = /\/assets\/ar-[^/]*\.js$/
    await context.route(words, (route) => route.abort())
    await page.goto(`${origin}/login`)

    const { name } = languageFacts.ar
    const missing = page.getByText(m.shell_language_missing({ language: `\u2068${name}\u2069` }))
    await expect(missing).toBeVisible()
    await expectSpoken(page, 'en')

    await context.unroute(words)
    await page.getByRole('button', { name: m.ui_retry() }).click()
    await expectSpoken(page, 'ar')
    await expect(missing).toHaveCount(0)
    await expect(page.getByRole('heading', { name: loginTitle })).toBeVisible()
  })

  test('with a cookie of no language of ours is in the language of the browser', async ({
    page,
    context,
    origin,
  }) => {
    await context.addCookies([{ name: 'lang', value: 'constructor', url: origin }])
    await page.goto(`${origin}/login`)
    await expectSpoken(page, 'en')
    await expect(page.getByRole('heading', { name: m.account_login_title() })).toBeVisible()
  })
})

function languageButton(page: Page, language: Language): Locator {
  return page.locator(`button[lang=${language}]`)
}

/** As the worker gives it to the browser: the server's, and without a network that of the build. */
function manifestLanguage(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const reply = await fetch('/manifest.webmanifest')
    return ((await reply.json()) as { lang?: unknown }).lang
  })
}

async function expectSpoken(page: Page, language: Language): Promise<void> {
  const html = page.locator('html')
  await expect(html).toHaveAttribute('lang', language)
  await expect(html).toHaveAttribute('dir', languageFacts[language].direction)
}

/** Notes the direction at the moment when the page has something to paint, before any script of a file has run. */
async function noteFirstDirection(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      const { body, documentElement } = document
      if (!body) return
      seen.disconnect()
      documentElement.dataset['firstDir'] = documentElement.dir
    })
    seen.observe(document, { childList: true, subtree: true })
  })
}

function firstDirection(page: Page): Promise<string | null> {
  return page.locator('html').getAttribute('data-first-dir')
}

function arabic(feature: string, key: string): string {
  const message = readMessages(feature, 'ar').get(key)
  if (typeof message !== 'string') throw new Error(`${key} is not one text in Arabic`)
  return message
}

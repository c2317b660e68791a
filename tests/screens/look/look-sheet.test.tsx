import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { lookFiles } from '#contract/look.ts'
import { followLook } from '#src/features/look/choose-look.ts'
import { LookSheet } from '#src/features/look/look-sheet.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { watchInstall } from '#src/lib/install.ts'
import { readDeviceLook, writeDeviceLook } from '#src/offline/session/device-look.ts'
import { openPhone } from '../phone.ts'
import { renderScreen } from '../router.tsx'

const calm = 'Notes'

/** The head of the app's own page, which a component test does not have. */
const head = `
  <meta name="apple-mobile-web-app-title" content="Zync">
  <link rel="icon" href="/icons/mark.svg" type="image/svg+xml">
  <link rel="icon" href="/icons/favicon-32.png" type="image/png">
  <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">
  <link rel="manifest" href="/manifest.webmanifest">`

let before: ChildNode[]

beforeEach(() => {
  before = [...document.head.childNodes]
  document.head.insertAdjacentHTML('afterbegin', head)
})
afterEach(async () => {
  const added = [...document.head.childNodes].filter((node) => !before.includes(node))
  added.forEach((node) => node.remove())
  delete document.documentElement.dataset['look']
  document.cookie = 'look=; path=/; max-age=0'
  await writeDeviceLook('zync')
  vi.restoreAllMocks()
})

/** What a phone or a browser reads off the page. */
function read() {
  const href = (selector: string) => document.head.querySelector(selector)?.getAttribute('href')
  return {
    manifest: href('link[rel=manifest]'),
    mark: href('link[rel=icon][type="image/svg+xml"]'),
    favicon: href('link[rel=icon][type="image/png"]'),
    touchIcon: href('link[rel=apple-touch-icon]'),
    name: document.head
      .querySelector('meta[name=apple-mobile-web-app-title]')
      ?.getAttribute('content'),
    isInCookie: document.cookie.includes('look=calm'),
  }
}

function ofLook(look: 'zync' | 'calm', name: string) {
  const { manifest, mark, favicon, touchIcon } = lookFiles[look]
  return { manifest, mark, favicon, touchIcon, name, isInCookie: look === 'calm' }
}

async function openSheet() {
  await openPhone()
  return await renderScreen(<LookSheet onClose={() => undefined} />)
}

test('the neutral look is what a phone reads off the page as soon as it is chosen, and back again', async () => {
  const screen = await openSheet()
  expect(read()).toEqual(ofLook('zync', 'Zync'))
  await screen.getByRole('radio', { name: calm }).click()
  expect(read()).toEqual(ofLook('calm', calm))
  expect(document.title).toBe(calm)
  await expect.poll(readDeviceLook).toBe('calm')
  await screen.getByRole('radio', { name: 'Zync' }).click()
  expect(read()).toEqual(ofLook('zync', 'Zync'))
  await expect.poll(readDeviceLook).toBe('zync')
})

test('the sheet says what the neutral look does not hide, and how to change it later', async () => {
  const screen = await openSheet()
  await expect.element(screen.getByText(m.look_later())).toBeVisible()
  expect(screen.container.ownerDocument.body.textContent).not.toContain(m.look_calm_not_title())
  await screen.getByRole('radio', { name: calm }).click()
  for (const text of [
    m.look_calm_does({ name: calm }),
    m.look_calm_not_history(),
    m.look_calm_not_phone(),
    m.look_calm_not_mail(),
    m.look_calm_not_apple({ setting: m.push_discreet() }),
  ])
    await expect.element(screen.getByText(text)).toBeVisible()
})

/** What Chromium says whenever it read a manifest that it can install. */
function offerInstall() {
  const prompt = vi.fn<() => Promise<void>>(async () => undefined)
  const offered = new Event('beforeinstallprompt', { cancelable: true })
  window.dispatchEvent(Object.assign(offered, { prompt }))
  return prompt
}

test('where the browser can install, it is asked under the name that was chosen, and never with the offer of the other', async () => {
  watchInstall()
  const ofZync = offerInstall()
  const screen = await openSheet()
  await expect
    .element(screen.getByRole('button', { name: m.look_install({ name: 'Zync' }) }))
    .toBeVisible()
  await screen.getByRole('radio', { name: calm }).click()
  await expect.element(screen.getByText(m.look_menu())).toBeVisible()
  const button = screen.getByRole('button', { name: m.look_install({ name: calm }) })
  await expect.element(button).not.toBeInTheDocument()
  const ofCalm = offerInstall()
  await button.click()
  expect([ofZync.mock.calls.length, ofCalm.mock.calls.length]).toEqual([0, 1])
  // The browser has its own question from here on, and its menu where somebody puts that away.
  await expect.element(screen.getByText(m.look_menu())).toBeVisible()
})

function install(): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(new EventTarget() as MediaQueryList, { matches: query.includes('standalone') }),
  )
}

test.each(['zync', 'calm'] as const)(
  'in the installed app (%s) the sheet has no choice, which its next start would undo: it says how to install it again, and what could be lost',
  async (look) => {
    install()
    if (look === 'calm') document.documentElement.dataset['look'] = look
    const screen = await openSheet()
    for (const text of [m.look_change_sent(), m.look_change_remove(), m.look_change_again()])
      await expect.element(screen.getByText(text)).toBeVisible()
    await expect.element(page.getByText(m.look_menu())).not.toBeInTheDocument()
    await expect.element(page.getByRole('radio')).not.toBeInTheDocument()
    await expect
      .poll(() => page.getByText(m.look_calm_not_title()).elements())
      .toHaveLength(look === 'calm' ? 1 : 0)
  },
)

test('a link to the look is nobody’s choice: the page has it, the device does not', async () => {
  document.documentElement.dataset['look'] = 'calm'
  await followLook('?look=calm')
  expect([await readDeviceLook(), read().isInCookie]).toEqual(['zync', false])
})

test('the installed app that starts with the look makes it that of the device', async () => {
  install()
  document.documentElement.dataset['look'] = 'calm'
  await followLook('?look=calm')
  expect([await readDeviceLook(), read().isInCookie]).toEqual(['calm', true])
})

test('a browser that lost its cookie or its storage has both again at the next start', async () => {
  await writeDeviceLook('calm')
  document.documentElement.dataset['look'] = 'calm'
  await followLook('')
  expect(read().isInCookie).toBe(true)
  await writeDeviceLook('zync')
  delete document.documentElement.dataset['look']
  await followLook('')
  expect([await readDeviceLook(), read()]).toEqual(['calm', ofLook('calm', calm)])
})

import * as m from '#src/i18n/paraglide/messages.js'
import { findChromium } from '../../scripts/chromium.ts'
import { anotherPhone } from './support/another-phone.ts'
import { expectAccessible } from './support/axe.ts'
import { chatByApi, composer, message, pressSend, say } from './support/chat.ts'
import { newProvider } from './support/people.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test.use({ losesNetwork: true, permissions: ['microphone'] })
const executablePath = findChromium()
test.use({
  launchOptions: {
    ...(executablePath && { executablePath }),
    args: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  },
})

test('a voice note that was recorded without a network is heard once it is back, once and in its place', async ({
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
  await expect(composer(page, provider)).toBeVisible()
  await workerControls(page)
  await context.setOffline(true)

  await page.getByRole('button', { name: m.chat_voice_record() }).click()
  // Long enough to be seen while it plays.
  await expect(page.getByRole('timer')).toContainText(/0:(0[3-9]|[1-5]\d)/)
  await page.getByRole('button', { name: m.chat_voice_stop() }).click()
  const play = page.getByRole('button', { name: /^Play the voice note/ })
  await expect(play).toBeVisible()
  await expectAccessible(page, 'a voice note before it is sent')
  // What was said is on the phone, and is there after everything was closed.
  await page.reload()
  await play.click()
  await expect(page.getByRole('button', { name: /^Pause the voice note/ })).toBeVisible()
  await pressSend(page)
  await say(page, provider, 'listen to that first')
  await expect(page.getByRole('article')).toHaveCount(2)

  await context.setOffline(false)
  await expect(other.page.getByRole('article')).toHaveCount(2)
  await expect(other.page.getByRole('article').last()).toContainText('listen to that first')
  const heard = other.page.getByRole('article').first()
  await heard.getByRole('button', { name: /^Play the voice note/ }).click()
  await expect(heard.getByRole('button', { name: /^Pause the voice note/ })).toBeVisible()
  await expect(message(page, 'listen to that first').getByText(m.chat_state_sent())).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
  await other.close()
})

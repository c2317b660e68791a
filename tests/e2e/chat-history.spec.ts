import type { Locator } from '@playwright/test'
import * as m from '#src/i18n/paraglide/messages.js'
import { chatByApi, composer, sayByApi } from './support/chat.ts'
import { newProvider } from './support/people.ts'
import { runOnData } from './support/run-script.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Without the worker, which has no part in what is tested here: to install it takes a third of a short test.
test.use({ serverFor: 'own', serviceWorkers: 'block' })

const script = new URL('./support/fill-chat.ts', import.meta.url)
const messageCount = 10_000
/** So often somebody comes to the top of what is on screen. */
const steps = 12
/** What a screen holds at most, whatever stands behind it. */
const shownMax = 240

test(`a chat of ${messageCount} messages is read back with few of them on screen, and nothing jumps`, async ({
  page,
  origin,
  server,
  teen,
}) => {
  const provider = await newProvider(server.origin)
  const chatId = await chatByApi(server.origin, teen, provider)
  await server.stop()
  await runOnData(script, server.dataDir, chatId, String(messageCount))
  await server.start()
  await enterAs(page, teen, `${origin}/chats/${chatId}`)
  const scroller = page.getByRole('region', { name: /^Messages with/ })
  await expect(scroller.getByText(`Message ${messageCount}`)).toBeInViewport()
  await expect(composer(page, provider)).toBeInViewport()
  // The keyboard takes half of the screen, and what is written takes lines.
  await page.setViewportSize({ width: 360, height: 400 })
  await composer(page, provider).fill('one\ntwo\nthree\nfour')
  await expect(scroller.getByText(`Message ${messageCount}`)).toBeInViewport()
  await expect(page.getByRole('button', { name: m.chat_send(), exact: true })).toBeInViewport()
  await composer(page, provider).fill('')
  await page.setViewportSize({ width: 360, height: 740 })

  const seen = await readBack(scroller, steps)
  expect(Math.max(...seen.map(({ movedPx }) => movedPx))).toBeLessThan(2)
  expect(Math.max(...seen.map(({ shown }) => shown))).toBeLessThanOrEqual(shownMax)
  const reached = Number(seen.at(-1)?.oldest.match(/Message (\d+)/)?.[1])
  expect(reached).toBeLessThan(messageCount - steps * 55)

  await sayByApi(server.origin, chatId, { member: provider, content: 'Are you there?' })
  await page.getByRole('button', { name: m.chat_new_messages() }).click()
  await expect(scroller.getByText('Are you there?')).toBeInViewport()
  await expect(page.getByRole('button', { name: m.chat_new_messages() })).toHaveCount(0)

  await readBack(scroller, 1)
  await page.reload()
  await expect(scroller.getByText('Are you there?')).toBeInViewport()
})

interface Step {
  /** How far the message that was looked at moved when older ones came above it. */
  readonly movedPx: number
  readonly shown: number
  readonly oldest: string
}

/** Scrolls to the top again and again, and each time waits for what is older. */
async function readBack(scroller: Locator, count: number): Promise<Step[]> {
  return await scroller.evaluate(async (box, times) => {
    const all = () => [...box.querySelectorAll<HTMLElement>('[data-message]')]
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const steps = []
    // A room that still changes is no place to scroll from: its reader is held at the end.
    for (let heightPx = 0; heightPx !== box.clientHeight; await frame()) {
      heightPx = box.clientHeight
      await frame()
    }
    for (let index = 0; index < times; index += 1) {
      box.scrollTop = 0
      const first = all()[0]
      const before = first?.getBoundingClientRect().top ?? 0
      while (all()[0] === first) await frame()
      await frame()
      const movedPx = Math.abs((first?.getBoundingClientRect().top ?? 0) - before)
      steps.push({ movedPx, shown: all().length, oldest: all()[0]?.textContent ?? '' })
    }
    return steps
  }, count)
}

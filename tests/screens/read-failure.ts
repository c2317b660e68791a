import { expect } from 'vitest'
import * as m from '#src/i18n/paraglide/messages.js'
import { badGateway, refuses, serve, type Answers } from './fake-server.ts'
import { setOnline } from './phone.ts'
import type { Screen } from './router.tsx'

interface ReadFailure {
  /** Draws the screen on a phone that has never seen what it shows. */
  readonly draw: () => Promise<Screen>
  /** Which of the answers fails. */
  readonly call: string
  readonly answers: Answers
  /** The product's words for it. */
  readonly failed: string
  /** What is said without a network; nothing of its own where it is missing. */
  readonly offline?: string
  /** How the server's own reason is said; by itself where it is missing. */
  readonly sentence?: (reason: string) => string
}

const why = 'The shelf fell over.'

/**
 * Spec 8: what cannot be read says why in the server's own words, else in the product's; without a network neither; and
 * it comes with a retry. Gives the screen after that.
 */
export async function retryReadFailure(given: ReadFailure): Promise<Screen> {
  const { draw, call, answers, failed, offline, sentence = (reason: string) => reason } = given
  serve({ ...answers, [call]: refuses('internal', why) })
  const first = await draw()
  await shown(first, sentence(why))
  await first.unmount()

  serve({ ...answers, [call]: badGateway })
  const screen = await draw()
  await shown(screen, failed)
  setOnline(false)
  await gone(screen, failed)
  if (offline !== undefined) await shown(screen, offline)
  setOnline(true)
  await shown(screen, failed)
  serve(answers)
  // Other parts failed without the network too, and each may have read again by itself. While it is read, nothing is said.
  await expect
    .poll(() => {
      pressRetry(screen)
      return [failed, m.ui_loading()].map((text) => count(screen, text))
    })
    .toEqual([0, 0])
  return screen
}

async function shown(screen: Screen, text: string): Promise<void> {
  await expect.element(screen.getByText(text, { exact: true }).first()).toBeVisible()
}

async function gone(screen: Screen, text: string): Promise<void> {
  await expect.poll(() => count(screen, text)).toBe(0)
}

function count(screen: Screen, text: string): number {
  return screen.getByText(text, { exact: true }).elements().length
}

/** Presses the first retry where there is one. */
function pressRetry(screen: Screen): void {
  const [retry] = screen.getByRole('button', { name: m.ui_retry() }).elements()
  if (retry instanceof HTMLElement) retry.click()
}

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
}

const why = 'The shelf fell over.'

/**
 * Spec 8: what cannot be read says why in the server's own words, else in the product's; without a network neither; and
 * it comes with a retry. Gives the screen after that.
 */
export async function retryReadFailure(given: ReadFailure): Promise<Screen> {
  const { draw, call, answers, failed, offline } = given
  serve({ ...answers, [call]: refuses('internal', why) })
  const first = await draw()
  await shown(first, why)
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
  await screen.getByRole('button', { name: m.ui_retry() }).first().click()
  await gone(screen, failed)
  return screen
}

async function shown(screen: Screen, text: string): Promise<void> {
  await expect.element(screen.getByText(text, { exact: true }).first()).toBeVisible()
}

async function gone(screen: Screen, text: string): Promise<void> {
  await expect.poll(() => screen.getByText(text, { exact: true }).elements()).toHaveLength(0)
}

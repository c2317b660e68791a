import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HelpNow } from '#src/features/safety/help/help-now.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { readCompanion } from '#src/offline/features/companion.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { answerWith, noNetwork } from '#tests/offline/network.ts'
import { openPhone } from '../phone.ts'
import { renderScreen } from '../router.tsx'

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

/** The person breathes for so many seconds and stops. */
async function breathes(seconds: number): Promise<void> {
  const screen = await renderScreen(<HelpNow onClose={() => undefined} />)
  await screen.getByRole('button', { name: m.safety_breathe_start() }).click()
  await expect.element(screen.getByRole('button', { name: m.safety_breathe_stop() })).toBeVisible()
  act(() => {
    vi.advanceTimersByTime(seconds * 1_000)
  })
  await screen.getByRole('button', { name: m.safety_breathe_stop() }).click()
}

async function counted(db: UserDatabase): Promise<number> {
  const { breaths } = await readCompanion(db)
  return breaths.length
}

test('three breaths make the companion of a young person grow, once', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await breathes(95)
  await expect.poll(() => counted(db)).toBe(1)
})

test('a breath or two count nothing', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await breathes(20)
  expect(await counted(db)).toBe(0)
})

test('nothing is counted for a parent', async () => {
  answerWith(noNetwork)
  const db = await openPhone('Parent')
  await breathes(31)
  expect(await counted(db)).toBe(0)
})

import { expect, test } from 'vitest'
import { CheckInSheet } from '#src/features/trackers/check-in-sheet.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import { answerWith, noNetwork } from '#tests/offline/network.ts'
import { openPhone, setOnline } from '../phone.ts'
import { renderScreen } from '../router.tsx'

test('four taps answer the four trackers over any page, without a network', async () => {
  answerWith(noNetwork)
  setOnline(false)
  const db = await openPhone()
  const screen = await renderScreen(<CheckInSheet userId={db.userId} onClose={() => undefined} />)
  await expect
    .element(screen.getByRole('dialog', { name: m.trackers_prompt_title() }))
    .toBeVisible()
  for (const name of [
    m.trackers_answer_happy(),
    m.trackers_answer_super_active(),
    `${m.trackers_answer_sleep_8()} ${m.trackers_hours()}`,
    m.trackers_answer_well(),
  ]) {
    const face = screen.getByRole('button', { name, exact: true })
    await expect.element(face).toBeInTheDocument()
    const button = face.element()
    if (button instanceof HTMLElement) button.click()
  }
  await expect.poll(async () => (await unsentOps(db)).length).toBe(4)
  await expect.element(screen.getByText(m.trackers_check_in_done())).toBeInTheDocument()
})

test('its close button closes it', async () => {
  answerWith(noNetwork)
  setOnline(false)
  const db = await openPhone()
  let closed = 0
  const screen = await renderScreen(
    <CheckInSheet userId={db.userId} onClose={() => (closed += 1)} />,
  )
  await screen.getByRole('button', { name: m.ui_close() }).click()
  expect(closed).toBe(1)
})

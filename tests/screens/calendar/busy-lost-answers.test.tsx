import { expect, test } from 'vitest'
import type { BusySlot } from '#contract/calendar/model.ts'
import { BusyManager } from '#src/features/calendar/busy-manager.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { badGateway, refuses, says, serve } from '../fake-server.ts'
import { openPhone } from '../phone.ts'
import { renderScreen } from '../router.tsx'

const year = new Date().getFullYear() + 1
const busy: BusySlot = {
  id: '0193a000-0000-7000-8000-00000000b001',
  start: `${year}-02-01T09:00:00.000Z`,
  end: `${year}-02-01T10:00:00.000Z`,
  reason: '',
}
const none = { 'GET /busy-slots': says({ busySlots: [] }) }
const one = { 'GET /busy-slots': says({ busySlots: [busy] }) }

test('a busy time that was added by a call whose answer was lost is seen, once', async () => {
  serve(none)
  const db = await openPhone('ServiceProvider')
  const screen = await renderScreen(<BusyManager db={db} mode="internal" timeZone="UTC" />)
  await screen.getByLabelText(m.calendar_busy_start()).fill(`${year}-02-01T09:00`)
  await screen.getByLabelText(m.calendar_busy_end()).fill(`${year}-02-01T10:00`)
  const add = screen.getByRole('button', { name: m.calendar_busy_add() })
  const remove = screen.getByRole('button', { name: 'Remove February 1', exact: false })
  serve({ ...one, 'POST /busy-slots': badGateway })
  await add.click()
  const alert = screen.getByRole('dialog', { name: 'Error' })
  await expect.element(alert.getByText('Failed to add busy slot', { exact: true })).toBeVisible()
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect.element(remove).toBeVisible()
  serve({ ...one, 'POST /busy-slots': says({ busySlot: busy }, 201) })
  await add.click()
  await expect.element(screen.getByText(m.calendar_busy_added())).toBeVisible()
  expect(remove.elements()).toHaveLength(1)
})

test('a busy time that is gone already goes', async () => {
  serve({ ...one, [`DELETE /busy-slots/${busy.id}`]: refuses('not_found') })
  const db = await openPhone('ServiceProvider')
  const screen = await renderScreen(<BusyManager db={db} mode="internal" timeZone="UTC" />)
  await screen.getByRole('button', { name: 'Remove February 1', exact: false }).click()
  await expect.element(screen.getByText(m.calendar_busy_none())).toBeVisible()
  await expect.element(screen.getByText(m.calendar_busy_removed())).toBeVisible()
})

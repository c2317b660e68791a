import * as v from 'valibot'
import { expect, test } from 'vitest'
import { chatSettingsSchema, type ChatSettings } from '#contract/chat/settings.ts'
import { refreshResource } from '#src/data/resource.ts'
import { chatSettingsResource } from '#src/features/chat/chat-resource.ts'
import { ChatSettingsButton } from '#src/features/chat/settings/chat-settings.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { ours } from '#tests/offline/network.ts'
import { badGateway, says, serve } from '../fake-server.ts'
import { openMember } from '../phone.ts'
import { retryReadFailure } from '../read-failure.ts'
import { renderScreen } from '../router.tsx'

const away = { from: '21:00', to: '07:00', timeZone: 'Europe/Berlin' }
const known: ChatSettings = { readReceipts: false, typing: true, away }
const read = 'GET /chat/settings'

async function openSettings() {
  const { db } = await openMember()
  return { db, draw }

  async function draw() {
    const screen = await renderScreen(<ChatSettingsButton db={db} provider chats={[]} />)
    await screen.getByRole('button', { name: m.chat_settings() }).click()
    return screen
  }
}

/** A server that has the settings of the person, and takes those that are sent. */
function serveSettings(stored: ChatSettings): { stored: ChatSettings } {
  const server = { stored }
  serve({
    [read]: () => ours(server.stored),
    'PUT /chat/settings': async (request) => {
      server.stored = v.parse(chatSettingsSchema, await request.json())
      return ours(server.stored)
    },
  })
  return server
}

test('settings that this device never read can be neither changed nor saved, and come with a retry', async () => {
  const { draw } = await openSettings()
  serve({ [read]: badGateway })
  const first = await draw()
  await expect.element(first.getByText(m.chat_settings_unread())).toBeVisible()
  await expect.element(first.getByRole('button', { name: m.chat_settings_save() })).toBeDisabled()
  expect(first.container.ownerDocument.querySelector('input')).toBeNull()
  await first.unmount()

  const screen = await retryReadFailure({
    draw,
    call: read,
    answers: { [read]: says(known) },
    failed: m.chat_settings_unread(),
    offline: m.chat_settings_offline(),
  })
  await expect.element(screen.getByLabelText(m.chat_settings_from())).toHaveValue('21:00')
})

test('a choice saved here leaves the hours that another device has set meanwhile', async () => {
  const { db, draw } = await openSettings()
  const server = serveSettings(known)
  const screen = await draw()
  const receipts = screen.getByRole('checkbox', { name: m.chat_settings_receipts() })
  await receipts.click()
  const theirs = { ...known, away: { ...away, from: '22:30' } }
  server.stored = theirs
  await refreshResource(db, chatSettingsResource)
  await expect.element(screen.getByLabelText(m.chat_settings_from())).toHaveValue('22:30')
  await expect.element(receipts).toBeChecked()
  await screen.getByRole('button', { name: m.chat_settings_save() }).click()
  await expect.element(screen.getByText(m.chat_settings_saved())).toBeVisible()
  expect(server.stored).toEqual({ ...theirs, readReceipts: true })
})

test('away hours of another zone say so, and follow this device from a change on', async () => {
  const { draw } = await openSettings()
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const timeZone = here === 'Asia/Tokyo' ? 'Africa/Cairo' : 'Asia/Tokyo'
  const server = serveSettings({ ...known, away: { ...away, timeZone } })
  const screen = await draw()
  const zone = screen.getByText(m.chat_settings_away_zone({ zone: timeZone }))
  await expect.element(zone).toBeVisible()
  await screen.getByLabelText(m.chat_settings_from()).fill('20:00')
  await expect.element(zone).not.toBeInTheDocument()
  await screen.getByRole('button', { name: m.chat_settings_save() }).click()
  await expect.element(screen.getByText(m.chat_settings_saved())).toBeVisible()
  expect(server.stored.away).toEqual({ ...away, from: '20:00', timeZone: here })
})

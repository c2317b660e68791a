import { afterEach, beforeEach, expect, test } from 'vitest'
import { BirthDateField } from '#src/features/account/register/personal-fields.tsx'
import { PersonalFormContext } from '#src/features/account/register/personal-form.ts'
import { emptyPersonal } from '#src/features/account/register/values.ts'
import { VoicePlayer } from '#src/features/chat/voice/voice-player.tsx'
import { HelpNow } from '#src/features/safety/help/help-now.tsx'
import { changeSpeech } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { TrendChart } from '#src/ui/chart/trend-chart.tsx'
import { Badge } from '#src/ui/message/badge.tsx'
import { day } from '#tests/support/day.ts'
import { openPhone } from '../phone.ts'
import { press } from '../press.ts'
import { renderScreen } from '../router.tsx'

beforeEach(() => changeSpeech({ language: 'ar', digits: 'own' }))
afterEach(() => changeSpeech({ language: 'en', digits: 'usual' }))

test('a count is in the digits of the language, where they were chosen', async () => {
  const screen = await renderScreen(
    <>
      <Badge count={12} />
      <Badge count={120} />
    </>,
  )
  await expect.element(screen.getByText('١٢', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('٩٩+', { exact: true })).toBeVisible()
})

test('the table of a trend is in the digits of the language, where they were chosen', async () => {
  const levels = [{ value: 4, emoji: '😄', label: 'happy' }]
  const points = [{ day: '2026-11-01', value: 4 }]
  const screen = await renderScreen(<TrendChart label="Mood" points={points} levels={levels} />)
  // The chart first: it may be drawn before anybody asks for the table.
  await expect.poll(() => screen.container.querySelector('canvas')).not.toBeNull()
  press(screen.getByRole('button', { name: m.ui_chart_show_table() }))
  await expect.element(screen.getByText('٤ · 😄 happy')).toBeVisible()
})

test('a birth date is chosen in the digits of the language, where they were chosen', async () => {
  const nothing = () => undefined
  const form = { values: emptyPersonal, change: nothing, errorOf: nothing, refuseFile: nothing }
  const screen = await renderScreen(
    <PersonalFormContext value={form}>
      <BirthDateField type="Adolescent" today={day('2026-11-27')} />
    </PersonalFormContext>,
  )
  const options = screen.getByRole('option').elements()
  const texts = new Map(options.map((option) => [option.getAttribute('value'), option.textContent]))
  expect([texts.get('27'), texts.get('2010')]).toEqual(['٢٧', '٢٠١٠'])
})

test('the length of a voice note is in the digits of the language, where they were chosen', async () => {
  const nothing = () => undefined
  const screen = await renderScreen(
    <VoicePlayer url={undefined} lengthMs={67_000} onUnplayable={nothing} />,
  )
  await expect.element(screen.getByText('١:٠٧', { exact: true })).toBeVisible()
})

test('the five senses are counted in the digits of the language, where they were chosen', async () => {
  await openPhone()
  const screen = await renderScreen(<HelpNow onClose={() => undefined} />)
  await expect.element(screen.getByText('٥', { exact: true })).toBeVisible()
})

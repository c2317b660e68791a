import { beforeEach, describe, expect, test } from 'vitest'
import type { BusySlot } from '#contract/calendar/model.ts'
import { CalendarTab } from '#src/features/calendar/calendar-tab.tsx'
import { OwnGoogle } from '#src/features/calendar/google-control.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { hasDirtyForm } from '#src/lib/dirty.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { ours } from '#tests/offline/network.ts'
import { badGateway, refuses, says, serve, type Answers } from '../fake-server.ts'
import { openPhone, setOnline } from '../phone.ts'
import { press } from '../press.ts'
import { retryReadFailure } from '../read-failure.ts'
import { renderScreen, type Screen } from '../router.tsx'
import { emptyCalendar, schedule } from './answers.ts'

const year = new Date().getFullYear() + 1
const busy: BusySlot = {
  id: crypto.randomUUID(),
  start: `${year}-02-01T07:00:00.000Z`,
  end: `${year}-02-01T08:00:00.000Z`,
  reason: 'Dentist',
}
const readSchedule = 'GET /working-schedule'
const readMode = 'GET /google/mode'
const readBusy = 'GET /busy-slots'
const connect = 'GET /google/connect'
const readRoom = 'GET /calendar/room'
const writeRoom = 'PUT /calendar/room'
const answers: Answers = { ...emptyCalendar, [readBusy]: says({ busySlots: [busy] }) }

let db: UserDatabase
beforeEach(async () => {
  db = await openPhone('ServiceProvider')
})

const draw = () => renderScreen(<CalendarTab db={db} allowed reviewed shown />)

/** Spec 8: an alert popup titled Error. */
async function expectAlert(screen: Screen, text: string): Promise<void> {
  const alert = screen.getByRole('dialog', { name: 'Error' })
  await expect.element(alert.getByText(text, { exact: true })).toBeVisible()
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect.poll(() => alert.elements()).toHaveLength(0)
}

describe('Calendar Settings', () => {
  test.each([
    [readSchedule, 'Failed to fetch working schedule'],
    [readMode, 'Failed to fetch calendar mode'],
    [readBusy, 'Failed to fetch busy slots'],
    [readRoom, m.calendar_room_failed()],
  ])('say in an alert what %s failed, in its place too, with a retry', async (call, text) => {
    serve({ ...answers, [call]: refuses('busy', 'Come back at nine.') })
    const refused = await draw()
    await expectAlert(refused, 'Come back at nine.')
    await refused.unmount()
    serve({ ...answers, [call]: badGateway })
    const screen = await draw()
    await expectAlert(screen, text)
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
    // Each read that fails is an alert of its own.
    await screen.getByRole('button', { name: m.ui_retry() }).click()
    await expectAlert(screen, text)
    serve(answers)
    await screen.getByRole('button', { name: m.ui_retry() }).click()
    await expect.poll(() => screen.getByText(text).elements()).toHaveLength(0)
    await expect.element(screen.getByText('Dentist')).toBeVisible()
  })

  test('ask for nothing to be pressed without a network', async () => {
    setOnline(false)
    serve({})
    const screen = await draw()
    await expect.element(screen.getByText(m.calendar_needs_connection())).toBeVisible()
    await expect.element(screen.getByText(m.calendar_offline()).first()).toBeVisible()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  })

  test('are for care providers whose papers were accepted', async () => {
    const tab = { db, shown: true }
    const stranger = await renderScreen(<CalendarTab {...tab} allowed={false} reviewed />)
    await expect.element(stranger.getByText(m.profile_calendar_only_providers())).toBeVisible()
    await stranger.unmount()
    const waiting = await renderScreen(<CalendarTab {...tab} allowed reviewed={false} />)
    await expect.element(waiting.getByText(m.calendar_after_review())).toBeVisible()
  })

  test('offer no Google calendar where nobody has set Google’s keys', async () => {
    serve(answers)
    const screen = await draw()
    await expect.element(screen.getByText(m.calendar_google_unset())).toBeVisible()
    const button = screen.getByRole('button', { name: m.calendar_google_connect() })
    await expect.element(button).toBeDisabled()
  })
})

test('working hours that cannot be saved say why, and stay as they were entered', async () => {
  serve({ ...answers, 'PUT /working-schedule': badGateway })
  const screen = await draw()
  const end = screen.getByLabelText(m.calendar_end())
  const save = screen.getByRole('button', { name: 'Save Changes' })
  await end.fill('08:00')
  await save.click()
  await expect.element(screen.getByText('End time must be after start time')).toBeVisible()
  await expect.element(end).toHaveFocus()
  await end.fill('18:30')
  await save.click()
  await expectAlert(screen, 'Failed to update working schedule')
  await expect.element(end).toHaveValue('18:30')
  const hours = { start: '09:00', end: '18:30' }
  serve({ ...answers, 'PUT /working-schedule': says({ ...schedule, workingHours: hours }) })
  await save.click()
  await expect.element(screen.getByText(m.calendar_saved())).toBeVisible()
  await expect.element(end).toHaveValue('18:30')
})

test('working hours that are changed while others are saved stay to be saved', async () => {
  const answer = Promise.withResolvers<Response>()
  serve({ ...answers, 'PUT /working-schedule': () => answer.promise })
  const screen = await draw()
  const end = screen.getByLabelText(m.calendar_end())
  await end.fill('18:30')
  await screen.getByRole('button', { name: 'Save Changes' }).click()
  await end.fill('19:00')
  const workingHours = { start: '09:00', end: '18:30' }
  answer.resolve(ours({ ...schedule, workingHours }))
  await expect.element(screen.getByText(m.calendar_saved())).toBeVisible()
  await expect.element(end).toHaveValue('19:00')
})

test('a day gets a break, and the buffer and the notice time are saved with it', async () => {
  const asked = serve({ ...answers, 'PUT /working-schedule': says(schedule) })
  const screen = await draw()
  await screen.getByRole('button', { name: 'Change Monday' }).click()
  await screen.getByRole('button', { name: m.calendar_day_break() }).click()
  const until = screen.getByLabelText(m.calendar_day_until())
  await until.first().fill('08:00')
  const save = screen.getByRole('button', { name: 'Save Changes' })
  await save.click()
  await expect.element(screen.getByText('End time must be after start time')).toBeVisible()
  const monday = screen.getByRole('button', { name: `${m.calendar_day_done()} Monday` })
  await expect.element(monday).toHaveFocus()
  await expect.element(monday).toHaveAccessibleDescription('End time must be after start time')
  await until.first().fill('14:30')
  await save.click()
  await expect.element(screen.getByText('These times overlap')).toBeVisible()
  await until.first().fill('12:30')
  await screen.getByLabelText(m.calendar_buffer()).selectOptions('10 minutes')
  await screen.getByLabelText(m.calendar_notice()).selectOptions('1 day ahead')
  await save.click()
  await expect.element(screen.getByText(m.calendar_saved())).toBeVisible()
  const usual = [{ start: '09:00', end: '17:00' }]
  expect(await asked.findLast(({ method }) => method === 'PUT')?.json()).toMatchObject({
    workingHours: usual[0],
    workingDays: [1, 2, 3],
    dayHours: [
      {
        day: 1,
        spans: [
          { start: '09:00', end: '12:30' },
          { start: '14:00', end: '17:00' },
        ],
      },
      { day: 2, spans: usual },
      { day: 3, spans: usual },
    ],
    bufferMinutes: 10,
    noticeHours: 24,
  })
})

test('a busy time that cannot be added or removed says why, and stays', async () => {
  serve({ ...answers, [readBusy]: says({ busySlots: [] }), 'POST /busy-slots': badGateway })
  const screen = await draw()
  const add = screen.getByRole('button', { name: m.calendar_busy_add() })
  await add.click()
  await expect.element(screen.getByText('Please select start and end times')).toBeVisible()
  const start = screen.getByLabelText(m.calendar_busy_start())
  await start.fill(`${year}-02-01T09:00`)
  await screen.getByLabelText(m.calendar_busy_end()).fill(`${year}-02-01T10:00`)
  await add.click()
  await expectAlert(screen, 'Failed to add busy slot')
  await expect.element(start).toHaveValue(`${year}-02-01T09:00`)

  const remove = screen.getByRole('button', { name: 'Remove February 1', exact: false })
  serve({
    ...answers,
    'POST /busy-slots': says({ busySlot: busy }, 201),
    [`DELETE /busy-slots/${busy.id}`]: badGateway,
  })
  await add.click()
  await expect.element(remove).toBeVisible()
  await remove.click()
  await expectAlert(screen, 'Failed to remove busy slot')
  serve({ ...answers, [`DELETE /busy-slots/${busy.id}`]: says(undefined, 204) })
  await remove.click()
  await expect.element(screen.getByText(m.calendar_busy_none())).toBeVisible()
})

describe('with a Google calendar, the busy times from before it', () => {
  const google = { available: true, state: 'connected', connectedAt: null }
  const connected: Answers = { ...answers, [readMode]: says({ mode: 'google', google }) }

  test('are shown while any are left, and can be removed', async () => {
    serve({ ...connected, [`DELETE /busy-slots/${busy.id}`]: says(undefined, 204) })
    const screen = await draw()
    await expect.element(screen.getByText(m.calendar_busy_before_google())).toBeVisible()
    await expect.element(screen.getByText('Dentist')).toBeVisible()
    await expect.element(screen.getByLabelText(m.calendar_busy_start())).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Remove February 1', exact: false }).click()
    await expect.element(screen.getByText(m.calendar_busy_removed())).toBeVisible()
    await expect.poll(() => screen.getByText(m.calendar_busy_title()).elements()).toHaveLength(0)
  })

  test('that cannot be read say so, with a retry', async () => {
    serve({ ...connected, [readBusy]: badGateway })
    const screen = await draw()
    await expectAlert(screen, 'Failed to fetch busy slots')
    serve(connected)
    await screen.getByRole('button', { name: m.ui_retry() }).click()
    await expect.element(screen.getByText('Dentist')).toBeVisible()
  })
})

describe('the Google calendar on one’s own profile', () => {
  const drawCard = () => renderScreen(<OwnGoogle db={db} />)

  test('that cannot be read says why, without an alert, and comes with a retry', async () => {
    const screen = await retryReadFailure({
      draw: drawCard,
      call: readMode,
      answers,
      failed: 'Failed to fetch calendar mode',
      offline: m.calendar_offline(),
    })
    await expect.element(screen.getByText(m.calendar_google_unset())).toBeVisible()
  })

  test.each([
    ['is not there', badGateway, 'Failed to connect Google Calendar'],
    ['says nothing', says({ authUrl: '' }), 'No OAuth URL received from server'],
  ])('that cannot be connected because the address %s says so', async (_, answer, text) => {
    const google = { available: true, state: 'none', connectedAt: null }
    serve({ [readMode]: says({ mode: 'internal', google }), [connect]: answer })
    const screen = await drawCard()
    await screen.getByRole('button', { name: m.calendar_google_connect() }).click()
    const dialog = screen.getByRole('dialog', { name: m.calendar_google_confirm_title() })
    await dialog.getByRole('button', { name: m.calendar_google_confirm() }).click()
    await expectAlert(screen, text)
    const again = screen.getByRole('button', { name: m.calendar_google_connect() })
    await expect.element(again).toBeEnabled()
  })
})

test('a Google calendar that is being disconnected can no longer be kept, and says why it is kept', async () => {
  const google = { available: true, state: 'connected', connectedAt: null }
  const answer = Promise.withResolvers<undefined>()
  serve({
    [readMode]: says({ mode: 'google', google }),
    'DELETE /google/connect': async (request) => {
      await answer.promise
      return badGateway(request)
    },
  })
  const screen = await renderScreen(<OwnGoogle db={db} />)
  await screen.getByRole('button', { name: m.calendar_google_disconnect() }).click()
  const dialog = screen.getByRole('dialog', { name: m.calendar_google_disconnect_title() })
  const keep = dialog.getByRole('button', { name: m.calendar_google_keep() })
  await dialog.getByRole('button', { name: m.calendar_google_disconnect() }).click()
  await expect.element(keep).toBeDisabled()
  answer.resolve(undefined)
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent(m.calendar_google_disconnect_failed())
  await expect.element(keep).toBeEnabled()
})

test('who says no while Google is asked for its address stays, and is told of no failure', async () => {
  const google = { available: true, state: 'none', connectedAt: null }
  const answer = Promise.withResolvers<Response>()
  const { pathname, search } = window.location
  const asked = serve({
    [readMode]: says({ mode: 'internal', google }),
    [connect]: () => answer.promise,
  })
  const screen = await renderScreen(<OwnGoogle db={db} />)
  const begin = screen.getByRole('button', { name: m.calendar_google_connect() })
  await begin.click()
  const dialog = screen.getByRole('dialog', { name: m.calendar_google_confirm_title() })
  await dialog.getByRole('button', { name: m.calendar_google_confirm() }).click()
  await expect
    .poll(() => asked.filter(({ url }) => url.endsWith('/google/connect')))
    .toHaveLength(1)
  await dialog.getByRole('button', { name: m.calendar_google_not_now() }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await begin.click()
  answer.resolve(ours({ authUrl: new URL(`${pathname}${search}#google`, origin).href }))
  serve({ [readMode]: says({ mode: 'internal', google }), [connect]: badGateway })
  await dialog.getByRole('button', { name: m.calendar_google_confirm() }).click()
  await expectAlert(screen, 'Failed to connect Google Calendar')
  expect(window.location.hash).toBe('')
  history.replaceState(null, '', `${pathname}${search}`)
})

describe('where sessions happen', () => {
  const link = { name: m.calendar_room_link(), exact: true }
  const save = { name: m.calendar_room_save() }
  const choose = (screen: Screen, kind: string) => screen.getByText(kind, { exact: true }).click()

  test('is a link of a service that is known; another one is refused before it is sent', async () => {
    const room = { kind: 'video', url: 'https://zoom.us/j/1' }
    const requests = serve({ ...answers, [writeRoom]: says({ room }) })
    const screen = await draw()
    await choose(screen, m.calendar_room_video())
    await screen.getByRole('textbox', link).fill('https://zoom.us.evil.example/j/1')
    await screen.getByRole('button', save).click()
    const wrong = 'Please enter a safe link (https) of one of these services'
    await expect.element(screen.getByText(wrong)).toBeVisible()
    expect(requests.filter(({ method }) => method === 'PUT')).toEqual([])
    await screen.getByRole('textbox', link).fill(` ${room.url} `)
    await screen.getByRole('button', save).click()
    await expect.element(screen.getByText(m.calendar_room_saved())).toBeVisible()
    const sent = requests.find(({ method }) => method === 'PUT')
    expect(await sent?.json()).toEqual({ room })
    await expect.poll(hasDirtyForm).toBe(false)
  })

  test('is a place, as it was saved, and can be unsaid', async () => {
    const place = { kind: 'place', text: 'Second floor' }
    const requests = serve({
      ...answers,
      [readRoom]: says({ room: place }),
      [writeRoom]: says({ room: null }),
    })
    const screen = await draw()
    await expect
      .element(screen.getByLabelText(m.calendar_room_where(), { exact: true }))
      .toHaveValue(place.text)
    await choose(screen, m.calendar_room_none())
    await screen.getByRole('button', save).click()
    await expect.element(screen.getByText(m.calendar_room_saved())).toBeVisible()
    expect(await requests.find(({ method }) => method === 'PUT')?.json()).toEqual({ room: null })
    await expect.poll(hasDirtyForm).toBe(false)
  })

  test('that is changed while it is saved stays to be saved', async () => {
    const answer = Promise.withResolvers<Response>()
    serve({ ...answers, [writeRoom]: () => answer.promise })
    const screen = await draw()
    await choose(screen, m.calendar_room_place())
    const where = screen.getByLabelText(m.calendar_room_where(), { exact: true })
    await where.fill('Third floor')
    press(screen.getByRole('button', save))
    await where.fill('Fourth floor')
    answer.resolve(ours({ room: { kind: 'place', text: 'Third floor' } }))
    await expect.element(screen.getByText(m.calendar_room_saved())).toBeVisible()
    await expect.element(where).toHaveValue('Fourth floor')
    expect(hasDirtyForm()).toBe(true)
  })

  test('that could not be saved says so, and stays to be changed', async () => {
    serve({ ...answers, [writeRoom]: badGateway })
    const screen = await draw()
    await choose(screen, m.calendar_room_place())
    await screen.getByLabelText(m.calendar_room_where(), { exact: true }).fill('Third floor')
    await screen.getByRole('button', save).click()
    await expectAlert(screen, m.calendar_room_save_failed())
    await expect
      .element(screen.getByLabelText(m.calendar_room_where(), { exact: true }))
      .toHaveValue('Third floor')
  })
})

test('a busy time that is entered while the one before it is added stays', async () => {
  const added = Promise.withResolvers<undefined>()
  serve({
    ...answers,
    'POST /busy-slots': async () => {
      await added.promise
      return ours({ busySlot: { ...busy, id: crypto.randomUUID() } }, { status: 201 })
    },
  })
  const screen = await draw()
  await screen.getByLabelText(m.calendar_busy_start()).fill(`${year}-03-01T09:00`)
  await screen.getByLabelText(m.calendar_busy_end()).fill(`${year}-03-01T10:00`)
  press(screen.getByRole('button', { name: m.calendar_busy_add() }))
  const reason = screen.getByLabelText(m.calendar_busy_reason(), { exact: false })
  await reason.fill('Training')
  added.resolve(undefined)
  await expect.element(screen.getByText(m.calendar_busy_added())).toBeVisible()
  await expect.element(reason).toHaveValue('Training')
})

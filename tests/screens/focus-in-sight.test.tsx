import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Slot } from '#contract/booking/model.ts'
import { questShelf } from '#contract/quests/shelf.ts'
import { refreshResource } from '#src/data/resource.ts'
import { BookingPage } from '#src/features/booking/pages/booking-page.tsx'
import { openQuest } from '#src/features/quests/open-quest.ts'
import { QuestPage } from '#src/features/quests/pages/quest-page.tsx'
import { shelfResource } from '#src/features/quests/quests-resource.ts'
import { HelpNow } from '#src/features/safety/help/help-now.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { says, serve } from './fake-server.ts'
import { openPhone } from './phone.ts'
import { press } from './press.ts'
import { renderScreen } from './router.tsx'

const baseStyles = new URL('../../src/ui/base.css', import.meta.url)

/** The page looks as the app does, in a window of this size, with letters of this size in pixels. */
async function look(width: number, height: number, letters: number): Promise<void> {
  const before = [window.innerWidth, window.innerHeight] as const
  const root = document.documentElement
  const styles = document.createElement('link')
  onTestFinished(async () => {
    styles.remove()
    root.style.fontSize = ''
    await page.viewport(...before)
  })
  const loaded = new Promise((resolve) => {
    styles.addEventListener('load', resolve)
  })
  styles.rel = 'stylesheet'
  styles.href = baseStyles.href
  document.head.append(styles)
  root.style.fontSize = `${letters}px`
  await page.viewport(width, height)
  await loaded
}

/** What has the focus after each press of a key, by its words, where something else covers its middle. */
async function coveredAfter(key: string, presses: number): Promise<string[]> {
  const covered: string[] = []
  for (let pressed = 0; pressed < presses; pressed += 1) {
    await userEvent.keyboard(key)
    const shown = document.activeElement?.closest('label') ?? document.activeElement
    if (!shown || shown === document.body) break
    const { left, top, width, height } = shown.getBoundingClientRect()
    const there = document.elementFromPoint(left + width / 2, top + height / 2)
    if (!shown.contains(there)) covered.push(shown.textContent || shown.outerHTML)
  }
  return covered
}

const windows: [width: number, height: number, letters: number][] = [
  [360, 640, 16],
  [740, 360, 16],
  [360, 640, 32],
]

test.each(windows)(
  'what has the focus in Help now is in sight (%i×%i, letters of %i px)',
  async (...size) => {
    await look(...size)
    const screen = await renderScreen(<HelpNow onClose={() => undefined} />)
    await screen.getByLabelText(m.safety_country()).selectOptions('US')
    expect(await coveredAfter('{Tab}', 30)).toEqual([])
  },
)

const providerId = '01890000-0000-7000-8000-000000000000'

function slotIn(hours: number): Slot {
  const start = new Date(Date.now() + hours * 3_600_000)
  start.setUTCMinutes(0, 0, 0)
  const end = new Date(start.getTime() + 3_600_000)
  return { start: start.toISOString(), end: end.toISOString(), available: true }
}

test.each(windows)(
  'a time that has the focus is in sight once one was chosen (%i×%i, letters of %i px)',
  async (...size) => {
    await look(...size)
    const slots = Array.from({ length: 48 }, (_, at) => slotIn(2 + at))
    serve({
      [`GET /booking/validate-access/${providerId}`]: says({
        canBook: true,
        remainingSessions: 2,
        remaining: [{ duration: 60, sessions: 2 }],
        onHold: 0,
        changeNoticeHours: 24,
      }),
      [`GET /booking/available-slots/${providerId}`]: says({
        slots,
        timeZone: 'Africa/Cairo',
        duration: 60,
      }),
    })
    const db = await openPhone()
    const screen = await renderScreen(
      <BookingPage db={db} providerId={providerId} providerName="Sofia Haddad" />,
    )
    const first = screen.getByRole('listitem').getByRole('button').first()
    await expect.element(first).toBeVisible()
    press(first)
    await expect.element(screen.getByRole('button', { name: 'Confirm booking' })).toBeVisible()
    first.element().focus()
    expect(await coveredAfter('{Tab}', 20)).toEqual([])
  },
)

const creator = { firstname: 'Zync', lastname: 'Team', userT: 'ServiceProvider' } as const
const surveys = questShelf.map(({ id, count, ...card }) => {
  return { ...card, _id: id, questionCount: count, creator, open: true }
})

test.each(windows)(
  'an answer of a quest that has the focus is in sight (%i×%i, letters of %i px)',
  async (...size) => {
    await look(...size)
    serve({ 'GET /surveys': says(surveys) })
    const db = await openPhone()
    await refreshResource(db, shelfResource)
    const opened = await openQuest(db, '1')
    const screen = await renderScreen(
      <main>
        <QuestPage db={db} opened={opened} onRetry={() => undefined} />
      </main>,
    )
    press(screen.getByRole('button', { name: m.quests_start() }))
    await expect.element(screen.getByRole('radio').first()).toBeInTheDocument()
    expect(await coveredAfter('{Tab}', 1)).toEqual([])
    const answers = screen.getByRole('radio').elements().length
    expect(await coveredAfter('{ArrowDown}', answers)).toEqual([])
  },
)

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { UserType } from '#contract/account/model.ts'
import { questShelf } from '#contract/quests/shelf.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { promptDelayMs } from '#contract/trackers/model.ts'
import { Shell } from '#src/app/shell.tsx'
import { Help, HelpButton } from '#src/features/safety/help/help.tsx'
import { TrackersPage } from '#src/features/trackers/pages/trackers-page.tsx'
import { Prompts } from '#src/features/trackers/prompts/prompts.tsx'
import { recordAnswer } from '#src/features/trackers/record-answer.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { createStore, useStore } from '#src/lib/store.ts'
import { endUndo, unsentOps } from '#src/offline/engine/outbox.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { says, serve } from '../fake-server.ts'
import { openMember } from '../phone.ts'
import { press } from '../press.ts'
import { renderScreen, type Screen } from '../router.tsx'

const creator = { firstname: 'Zync', lastname: 'Team', userT: 'ServiceProvider' } as const
/** What the server says of the quests: all of them can be played. */
const surveys = questShelf.map(({ id, count, ...card }) => {
  return { ...card, _id: id, questionCount: count, creator, open: true }
})

const questions: Record<TrackerType, () => string> = {
  Mood: m.trackers_question_mood,
  Sleep: m.trackers_question_sleep,
  Fitness: m.trackers_question_fitness,
  Diet: m.trackers_question_diet,
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
  sessionStorage.clear()
})

/** A phone, of a young person by default, that shows this time of today; its server has no answer of theirs. */
async function openAt(time: string, userT?: UserType) {
  const today = new Date().toDateString()
  vi.setSystemTime(new Date(`${today} ${time}`))
  serve({
    'GET /trackers/check': says({ Mood: false, Sleep: false, Fitness: false, Diet: false }),
    'GET /surveys': says(surveys),
  })
  return await openMember(userT)
}

test.each<[time: string, asked: TrackerType[]]>([
  ['15:00', ['Mood', 'Diet']],
  ['08:00', ['Sleep', 'Diet']],
  ['21:00', ['Mood', 'Fitness', 'Diet']],
  ['02:00', ['Fitness', 'Diet']],
])('at %s the app asks about %j, one after the other', async (time, asked) => {
  const { db, session } = await openAt(time)
  const screen = await renderScreen(<Prompts session={session} />)
  expect(dialogs()).toHaveLength(0)
  await firstPrompt(screen)
  for (const type of asked) {
    const late = type === 'Fitness' && time === '02:00'
    const name = late ? m.trackers_question_fitness_late() : questions[type]()
    const dialog = screen.getByRole('dialog', { name })
    await expect.element(dialog).toBeVisible()
    expect(dialogs()).toHaveLength(1)
    press(dialog.getByRole('button').nth(1))
    await undo(screen)
    await expect.element(screen.getByText(m.trackers_prompt_undone()).last()).toBeVisible()
  }
  await expect.poll(dialogs).toHaveLength(0)
  expect(await unsentOps(db)).toEqual([])
})

test('‘Not now’ ends the asking for this session, also after a reload, and a new one asks again', async () => {
  const { db, session } = await openAt('15:00')
  const first = await renderScreen(<Prompts session={session} />)
  await firstPrompt(first)
  press(first.getByRole('dialog').getByRole('button', { name: m.trackers_prompt_not_now() }))
  await expect.poll(dialogs).toHaveLength(0)
  await expectNoPrompt(db)
  await first.unmount()
  const reloaded = await renderScreen(<Prompts session={session} />)
  await expectNoPrompt(db)
  await reloaded.unmount()
  // What the browser gives to a new tab.
  sessionStorage.clear()
  await firstPrompt(await renderScreen(<Prompts session={session} />))
  expect(dialogs()).toHaveLength(1)
})

test('a very low answer in a prompt leads to a quest once it can no longer be taken back, over nothing else', async () => {
  const { session } = await openAt('15:00')
  const screen = await renderScreen(
    <>
      <HelpButton />
      <Help />
      <Prompts session={session} />
    </>,
  )
  const takeBack = await answerVerySad(screen)
  press(screen.getByRole('button', { name: m.safety_open() }))
  const help = screen.getByRole('dialog', { name: m.safety_title() })
  await expect.element(help).toBeVisible()
  endToasts(screen)
  await expect.element(takeBack).not.toBeInTheDocument()
  // One dialog at a time: what opens by itself waits for the one that the person opened.
  await vi.advanceTimersByTimeAsync(30_000)
  expect(dialogs()).toEqual([help.element()])
  await userEvent.keyboard('{Escape}')
  const suggestion = screen.getByRole('dialog', { name: m.trackers_low_mood() })
  await expect.element(suggestion.getByText('Highly recommend', { exact: true })).toBeVisible()
  await expect.element(suggestion.getByRole('link')).toHaveAttribute('href', '/surveys/3')
})

test('nothing follows a low answer of a prompt that was taken back on its card; the next prompt comes', async () => {
  const { db, session } = await openAt('15:00')
  const screen = await renderScreen(
    <>
      <TrackersPage db={db} />
      <Prompts session={session} />
    </>,
  )
  const takeBack = await answerVerySad(screen)
  const change = screen.getByRole('button', { name: m.trackers_change() })
  await expect.element(change).toBeVisible()
  press(change)
  await expect.element(screen.getByText(m.trackers_prompt_undone())).toBeVisible()
  endToasts(screen)
  await expect.element(takeBack).not.toBeInTheDocument()
  const diet = screen.getByRole('dialog', { name: m.trackers_question_diet() })
  await expect.element(diet).toBeVisible()
  press(diet.getByRole('button', { name: m.trackers_prompt_not_now() }))
  await expectNoPrompt(db)
})

test('nothing follows a low answer where the database does not answer any more; the next prompt comes', async () => {
  const { db, session } = await openAt('15:00')
  const screen = await renderScreen(<Prompts session={session} />)
  await answerVerySad(screen)
  const reading = vi.spyOn(db, 'transaction').mockRejectedValue(new Error('It is closed'))
  endToasts(screen)
  const diet = screen.getByRole('dialog', { name: m.trackers_question_diet() })
  await expect.element(diet).toBeVisible()
  expect(reading).toHaveBeenCalled()
  reading.mockRestore()
})

test('nobody is asked over a form that holds something', async () => {
  const { db, session } = await openAt('15:00')
  const screen = await renderScreen(
    <>
      <TrackersPage db={db} />
      <Prompts session={session} />
    </>,
  )
  await chooseOnPage(screen, 'Sleep', `8 - 10 ${m.trackers_hours()}`)
  await expectNoPrompt(db)
  press(screen.getByRole('button', { name: 'Submit Sleep' }))
  await firstPrompt(screen)
  expect(dialogs()).toHaveLength(1)
})

test('a parent and a care provider are asked nothing, where a young person is asked', async () => {
  await openAt('15:00')
  const asked = await renderScreen(<Shell />)
  await firstPrompt(asked)
  await asked.unmount()
  for (const userT of ['Parent', 'ServiceProvider'] as const) {
    sessionStorage.clear()
    const { db } = await openAt('15:00', userT)
    const screen = await renderScreen(<Shell />)
    await expect.element(screen.getByRole('navigation').first()).toBeVisible()
    await expectNoPrompt(db)
    await screen.unmount()
  }
})

/** Spec 4: what a low score suggests; a score of 3 suggests nothing. */
const suggestions: [TrackerType, answer: string, strength: string, quests: string[]][] = [
  ['Mood', 'Very sad', 'Highly recommend', ['3']],
  ['Fitness', 'Not active', 'Consider', ['3', '21', '22']],
  ['Sleep', `1 - 4 ${m.trackers_hours()}`, 'Highly recommend', ['21']],
  ['Diet', 'Poorly', 'Consider', ['22']],
]

test('an answer on the page can be taken back, and a low one suggests its quests by its score', async () => {
  sessionStorage.setItem('promptsDone', '1')
  const { db, session } = await openAt('15:00')
  const screen = await renderScreen(
    <>
      <TrackersPage db={db} />
      <Prompts session={session} />
    </>,
  )
  await chooseOnPage(screen, 'Diet', 'Well')
  press(screen.getByRole('button', { name: 'Submit Diet' }))
  await expect.element(screen.getByText(m.trackers_saved_diet_best())).toBeVisible()
  // The spec's sentence waits until the answer can no longer be changed.
  await expect.element(screen.getByText(m.trackers_already())).not.toBeInTheDocument()
  press(screen.getByRole('button', { name: m.trackers_change() }))
  await expect.element(screen.getByText(m.trackers_prompt_undone())).toBeVisible()
  await expect.poll(() => screen.getByRole('radio').elements()).toHaveLength(16)
  for (const [type, answer, strength, quests] of suggestions) {
    await chooseOnPage(screen, type, answer)
    press(screen.getByRole('button', { name: `Submit ${type}` }))
    await expect.element(screen.getByRole('button', { name: m.trackers_change() })).toBeVisible()
    expect(dialogs()).toHaveLength(0)
    await endUndo(db)
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByText(strength, { exact: true })).toBeVisible()
    const links = dialog.getByRole('link').elements()
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      quests.map((id) => `/surveys/${id}`),
    )
    press(dialog.getByRole('button', { name: m.trackers_suggest_later() }))
    await expect.poll(dialogs).toHaveLength(0)
  }
})

test('the page may be left while a low answer can be taken back: its offers come all the same', async () => {
  sessionStorage.setItem('promptsDone', '1')
  const { db, session } = await openAt('15:00')
  const left = createStore(false)
  function Pages() {
    return useStore(left) ? null : <TrackersPage db={db} />
  }
  const screen = await renderScreen(
    <>
      <Pages />
      <Prompts session={session} />
    </>,
  )
  await chooseOnPage(screen, 'Diet', 'Poorly')
  press(screen.getByRole('button', { name: 'Submit Diet' }))
  await expect.element(screen.getByRole('button', { name: m.trackers_change() })).toBeVisible()
  press(screen.getByRole('button', { name: m.trackers_change() }))
  await expect.element(screen.getByText(m.trackers_prompt_undone())).toBeVisible()
  await chooseOnPage(screen, 'Mood', 'Very sad')
  press(screen.getByRole('button', { name: 'Submit Mood' }))
  await expect.element(screen.getByRole('button', { name: m.trackers_change() })).toBeVisible()
  left.set(true)
  const dialog = screen.getByRole('dialog', { name: m.trackers_low_mood() })
  await expect.element(dialog.getByText('Highly recommend', { exact: true })).toBeVisible()
  press(dialog.getByRole('button', { name: m.trackers_suggest_later() }))
  // Nothing follows the answer that was taken back.
  await expect.poll(dialogs).toHaveLength(0)
})

test('what is answered by hand is asked no more, neither now nor when its turn comes', async () => {
  const { db, session } = await openAt('21:00')
  const screen = await renderScreen(<Prompts session={session} />)
  await firstPrompt(screen)
  await expect
    .element(screen.getByRole('dialog', { name: m.trackers_question_mood() }))
    .toBeVisible()
  await recordAnswer(db, { type: 'Diet', answer: 'well' })
  await recordAnswer(db, { type: 'Mood', answer: 'happy' })
  const fitness = screen.getByRole('dialog', { name: m.trackers_question_fitness() })
  await expect.element(fitness).toBeVisible()
  press(fitness.getByRole('button').nth(1))
  await undo(screen)
  await expect.element(screen.getByText(m.trackers_prompt_undone())).toBeVisible()
  await expectNoPrompt(db)
})

const dialogs = () => [...document.querySelectorAll('dialog[open]')]

async function chooseOnPage(screen: Screen, type: TrackerType, answer: string): Promise<void> {
  const choice = screen.getByRole('group', { name: type }).getByRole('radio', { name: answer })
  await expect.element(choice).toBeInTheDocument()
  press(choice)
  await expect.element(choice).toBeChecked()
}

async function undo(screen: Screen): Promise<void> {
  const button = screen.getByRole('button', { name: m.trackers_prompt_undo() })
  await expect.element(button).toBeVisible()
  press(button)
}

/** The app asks some seconds after its start. */
async function firstPrompt(screen: Screen): Promise<void> {
  await vi.advanceTimersByTimeAsync(promptDelayMs)
  const notNow = screen
    .getByRole('dialog')
    .getByRole('button', { name: m.trackers_prompt_not_now() })
  await expect.element(notNow).toBeVisible()
}

/** A prompt answered as low as it can be; gives the button that takes the answer back. */
async function answerVerySad(screen: Screen) {
  await firstPrompt(screen)
  press(screen.getByRole('dialog').getByRole('button', { name: m.trackers_answer_very_sad() }))
  const takeBack = screen.getByRole('button', { name: m.trackers_prompt_undo() })
  await expect.element(takeBack).toBeVisible()
  return takeBack
}

/** Nothing opens by itself, also after what is read of the day behind the timer. */
async function expectNoPrompt(db: UserDatabase): Promise<void> {
  for (let look = 0; look < 5; look += 1) {
    await vi.advanceTimersByTimeAsync(30_000)
    await unsentOps(db)
    expect(dialogs()).toHaveLength(0)
  }
}

/** A toast's time is an animation, which no faked clock moves. */
function endToasts(screen: Screen): void {
  const regions = screen.getByRole('region', { name: m.ui_toasts() }).elements()
  for (const animation of regions.flatMap((region) => region.getAnimations({ subtree: true }))) {
    animation.finish()
  }
}

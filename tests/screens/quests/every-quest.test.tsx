import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { loadQuest } from '#contract/quests/catalogue.ts'
import { scoreQuest } from '#contract/quests/scoring.ts'
import { questShelf } from '#contract/quests/shelf.ts'
import { refreshResource } from '#src/data/resource.ts'
import { openQuest } from '#src/features/quests/open-quest.ts'
import { QuestPage } from '#src/features/quests/pages/quest-page.tsx'
import { resultMood } from '#src/features/quests/play.ts'
import { saveDraft } from '#src/features/quests/quest-draft.ts'
import { shelfResource } from '#src/features/quests/quests-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { currentToasts } from '#src/ui/message/toast.tsx'
import { answerWith, noNetwork } from '#tests/offline/network.ts'
import { calmAnswers, calmPlace, questNumbered } from '#tests/support/calm-answers.ts'
import { says, serve } from '../fake-server.ts'
import { openPhone, setOnline } from '../phone.ts'
import { press } from '../press.ts'
import { renderScreen } from '../router.tsx'

const creator = { firstname: 'Zync', lastname: 'Team', userT: 'ServiceProvider' } as const
/** What the server says of the quests: all of them can be played. */
const surveys = questShelf.map(({ id, count, ...card }) => {
  return { ...card, _id: id, questionCount: count, creator, open: true }
})

test.each(questShelf)(
  '$title is played to its end by the keyboard, and scored by the phone',
  async ({ id }) => {
    const [quest, db] = await Promise.all([questNumbered(id), openPhone()])
    serve({ 'GET /surveys': says(surveys) })
    await refreshResource(db, shelfResource)
    setOnline(false)
    answerWith(noNetwork)
    const opened = await openQuest(db, String(id))
    const screen = await renderScreen(
      <QuestPage db={db} opened={opened} onRetry={() => undefined} />,
    )
    await screen
      .getByRole('button', { name: quest.gate?.yes ?? m.quests_start(), exact: true })
      .click()
    const question = screen.getByRole('heading', { name: quest.questions[0]?.text, exact: true })
    await expect.element(question).toBeVisible()
    for (const { n, text } of quest.questions) {
      // Each question takes the focus, the first one from the start: the keys go to it without a tap.
      await expect.poll(() => document.querySelector('form h2:focus')?.textContent).toBe(text)
      const progress = m.quests_progress({ at: n, count: quest.questions.length })
      await expect.element(screen.getByText(progress)).toBeVisible()
      await userEvent.keyboard(`${calmPlace(quest, n) + 1}{Enter}`)
    }

    const answers = calmAnswers(quest)
    const scored = scoreQuest(quest, answers)
    if (scored.kind === 'refused') throw new Error(`The answers to ${quest.type} do not fit`)
    const cheers = resultMood(quest, scored.result) === 'cheer'
    const title = cheers ? m.quests_done() : m.quests_done_soft()
    await expect.element(screen.getByRole('heading', { name: title })).toBeVisible()
    await expect
      .poll(() => screen.container.querySelectorAll('[data-cheer]'))
      .toHaveLength(cheers ? 1 : 0)
    const points = m.quests_done_points({ points: quest.count * 10 })
    await expect.element(screen.getByText(points, { exact: true })).toBeVisible()
    const [row, ...others] = await db.outbox.toArray()
    expect(row?.payload).toMatchObject({ questId: id, version: quest.version, answers })
    expect(others).toEqual([])
  },
)

/** Draws a quest that was begun: its first question has an answer, its second one is open. */
async function resumeQuest() {
  const [quest, db] = await Promise.all([questNumbered(2), openPhone()])
  serve({ 'GET /surveys': says(surveys) })
  await refreshResource(db, shelfResource)
  const [first, second] = quest.questions
  const answers = [{ questionId: first?.id ?? '', value: first?.options[0]?.text ?? '' }]
  await saveDraft(db, { questId: 2, version: quest.version, answers, at: 1, passed: 1 })
  const opened = await openQuest(db, '2')
  const screen = await renderScreen(<QuestPage db={db} opened={opened} onRetry={() => undefined} />)
  const heading = (text: string | undefined) =>
    screen.getByRole('heading', { name: text, exact: true })
  return { db, screen, first: heading(first?.text), second: heading(second?.text) }
}

test('a quest that was begun says so until it is started again', async () => {
  const { db, screen, first } = await resumeQuest()
  const welcome = screen.getByText(m.quests_resumed())
  await expect.element(welcome).toBeVisible()
  await screen.getByRole('button', { name: m.quests_start_again() }).click()
  const asked = screen.getByRole('dialog', { name: m.quests_start_again_title() })
  await asked.getByRole('button', { name: m.quests_start_again() }).click()
  await expect.element(first).toHaveFocus()
  await expect.element(welcome).not.toBeInTheDocument()
  expect(await db.questDrafts.count()).toBe(0)
})

test('keys and swipes in a question over a quest answer and turn nothing behind it', async () => {
  const { screen, first, second } = await resumeQuest()
  await screen.getByRole('button', { name: m.quests_start_again() }).click()
  const asked = screen.getByRole('dialog', { name: m.quests_start_again_title() })
  await expect.element(asked).toHaveFocus()
  await userEvent.keyboard('1')
  swipeToFirst(asked.element())
  await userEvent.keyboard('{Escape}')
  await expect.element(asked).not.toBeInTheDocument()
  await expect.element(second).toBeVisible()
  expect(screen.container.querySelector('form input:checked')).toBeNull()
  swipeToFirst(second.element())
  await expect.element(first).toBeVisible()
})

test('the digits of an Arabic keyboard answer, too', async () => {
  const { screen, second } = await resumeQuest()
  await expect.element(second).toBeVisible()
  second.element().dispatchEvent(new KeyboardEvent('keydown', { key: '٢', bubbles: true }))
  await expect.poll(() => screen.container.querySelector('form input:checked')).not.toBeNull()
})

test('a drag across a zoomed page turns no question', async () => {
  const scale = vi.spyOn(VisualViewport.prototype, 'scale', 'get').mockReturnValue(2.5)
  const { screen, first, second } = await resumeQuest()
  await expect.element(second).toBeVisible()
  expect(screen.container.querySelector('form[data-zoomed]')).not.toBeNull()
  swipeToFirst(second.element())
  scale.mockReturnValue(1)
  window.visualViewport?.dispatchEvent(new Event('resize'))
  await expect.element(second).toBeVisible()
  await expect.poll(() => screen.container.querySelector('form[data-zoomed]')).toBeNull()
  swipeToFirst(second.element())
  await expect.element(first).toBeVisible()
  scale.mockRestore()
})

/** Draws one finger across an element, as somebody who goes back does. */
function swipeToFirst(element: Element): void {
  const finger = { pointerType: 'touch', isPrimary: true, bubbles: true, clientY: 200 }
  element.dispatchEvent(new PointerEvent('pointerdown', { ...finger, clientX: 100 }))
  element.dispatchEvent(new PointerEvent('pointerup', { ...finger, clientX: 200 }))
}

test('a round that was begun in an older version ends in it, and the next one is of the newest', async () => {
  const card = questShelf.find(({ version }) => version > 1)
  if (!card) throw new Error('Every quest is in its first version')
  const [newest, db] = await Promise.all([questNumbered(card.id), openPhone()])
  const old = await loadQuest(card.type, 1)
  if (!old) throw new Error(`Quest ${card.id} has lost its first version`)
  serve({ 'GET /surveys': says(surveys) })
  await refreshResource(db, shelfResource)
  const at = old.questions.length - 1
  const begun = { questId: card.id, version: 1, answers: calmAnswers(old), at, passed: at }
  const start = { name: newest.gate?.yes ?? m.quests_start(), exact: true }
  const draw = async () =>
    await renderScreen(
      <QuestPage db={db} opened={await openQuest(db, String(card.id))} onRetry={() => undefined} />,
    )
  await saveDraft(db, begun)
  const again = await draw()
  await again.getByRole('button', { name: m.quests_start_again() }).click()
  const asked = again.getByRole('dialog', { name: m.quests_start_again_title() })
  await expect.element(asked).toBeVisible()
  press(asked.getByRole('button', { name: m.quests_start_again() }))
  await again.getByRole('button', start).click()
  const first = { name: newest.questions[0]?.text, exact: true }
  await expect.element(again.getByRole('heading', first)).toBeVisible()
  press(again.getByRole('radio').first())
  await expect.poll(async () => (await db.questDrafts.get(card.id))?.version).toBe(newest.version)
  await again.unmount()

  await db.questDrafts.put(begun)
  const screen = await draw()
  const complete = screen.getByRole('button', { name: m.quests_complete() })
  await expect.element(complete).toBeVisible()
  press(complete)
  await expect.poll(() => db.outbox.toArray()).toMatchObject([{ payload: { version: 1 } }])
  const anew = screen.getByRole('button', { name: m.quests_again() })
  await expect.element(anew).toBeVisible()
  press(anew)
  await expect.poll(() => document.querySelector('h2:focus')?.textContent).toBe(newest.title2)
  await screen.getByRole('button', start).click()
  await expect.element(screen.getByRole('heading', first)).toBeVisible()
})

test('a quest that goes on in another tab goes on here, too, and ends here when it ends there', async () => {
  const [quest, db] = await Promise.all([questNumbered(2), openPhone()])
  serve({ 'GET /surveys': says(surveys) })
  await refreshResource(db, shelfResource)
  const answers = calmAnswers(quest)
  const [one, two] = quest.questions
  const begun = { questId: 2, version: quest.version, answers: answers.slice(0, 1) }
  await saveDraft(db, { ...begun, at: 0, passed: 0 })
  const opened = await openQuest(db, '2')
  const screen = await renderScreen(<QuestPage db={db} opened={opened} onRetry={() => undefined} />)
  await expect.element(screen.getByRole('heading', { name: one?.text, exact: true })).toBeVisible()
  const elsewhere = { ...begun, answers: answers.slice(0, 2), at: 1, passed: 1 }
  await db.questDrafts.put(elsewhere)
  press(screen.getByRole('radio', { name: one?.options[2]?.text, exact: true }))
  await expect.element(screen.getByRole('heading', { name: two?.text, exact: true })).toBeVisible()
  await expect.poll(async () => (await db.questDrafts.get(2))?.answers).toHaveLength(2)
  await db.questDrafts.delete(2)
  press(screen.getByRole('radio', { name: two?.options[2]?.text, exact: true }))
  await expect.element(screen.getByRole('button', { name: m.quests_start() })).toBeVisible()
  expect(currentToasts()).toMatchObject([{ text: m.quests_elsewhere() }])
  expect(await db.questDrafts.count()).toBe(0)
})

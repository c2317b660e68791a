import { expect, test } from 'vitest'
import { questShelf } from '#contract/quests/shelf.ts'
import { openQuest, type OpenedQuest } from '#src/features/quests/open-quest.ts'
import { QuestPage } from '#src/features/quests/pages/quest-page.tsx'
import { CategoryPage, QuestsPage } from '#src/features/quests/pages/quests-page.tsx'
import { finishQuest, saveDraft } from '#src/features/quests/quest-draft.ts'
import { preloadQuestLists } from '#src/features/quests/quests-resource.ts'
import { recordAnswer } from '#src/features/trackers/record-answer.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { answerWith, noNetwork } from '#tests/offline/network.ts'
import { fullUser } from '#tests/src/profile/full-user.ts'
import { badGateway, refuses, says, serve, type Answers } from '../fake-server.ts'
import { openPhone, setOnline } from '../phone.ts'
import { retryReadFailure } from '../read-failure.ts'
import { renderScreen } from '../router.tsx'

const creator = { firstname: 'Zync', lastname: 'Team', userT: 'ServiceProvider' } as const

/** What the server says of the quests: all of them, switched on or not. */
function surveys(open = true) {
  return questShelf.map(({ id, count, ...card }) => {
    return { ...card, _id: id, questionCount: count, creator, open }
  })
}

function answersOf(userId: string, open = true): Answers {
  return {
    'GET /surveys': says(surveys(open)),
    'GET /me/quest-results': says({ results: [], next: null }),
    [`GET /auth/user/${userId}`]: says(fullUser({ _id: userId })),
  }
}

function wholeServer(userId: string, open = true): Request[] {
  return serve(answersOf(userId, open))
}

test('without a network the quests of this build are listed, and nothing is said to be wrong', async () => {
  setOnline(false)
  answerWith(noNetwork)
  const screen = await renderScreen(<QuestsPage db={await openPhone()} />)
  await expect.element(screen.getByText('Mood Waves').first()).toBeInTheDocument()
  expect(screen.container.textContent).not.toContain(m.quests_list_failed())
})

test.each([
  ['the server’s own words', 'Come back at nine.', 'Come back at nine.'],
  ['the product’s words', '', m.quests_list_failed()],
])('a list that could not be read anew says %s, and a retry ends it', async (_, said, text) => {
  answerWith(said ? refuses('busy', said) : badGateway)
  const db = await openPhone()
  await preloadQuestLists(db)
  const screen = await renderScreen(<QuestsPage db={db} />)
  await expect.element(screen.getByText(text)).toBeVisible()
  await expect.element(screen.getByText('Mood Waves').first()).toBeInTheDocument()
  wholeServer(db.userId)
  await screen.getByRole('button', { name: m.ui_retry() }).click()
  await expect.poll(() => screen.container.textContent).not.toContain(text)
})

test('a category that could not be read anew is called by its name', async () => {
  answerWith(badGateway)
  const db = await openPhone()
  const screen = await renderScreen(<CategoryPage db={db} category="mood" />)
  const text = m.quests_category_failed({ category: m.quests_category_mood() })
  await expect.element(screen.getByText(text)).toBeVisible()
  await expect.element(screen.getByText('Mood Waves').first()).toBeInTheDocument()
  expect(screen.container.textContent).not.toContain('Sleep Quest')
})

test('a category that could not be read anew says why, and comes with a retry', async () => {
  const db = await openPhone()
  const failed = m.quests_category_failed({ category: m.quests_category_mood() })
  const screen = await retryReadFailure({
    draw: () => renderScreen(<CategoryPage db={db} category="mood" />),
    call: 'GET /surveys',
    answers: answersOf(db.userId),
    failed,
  })
  expect(screen.container.textContent).not.toContain(failed)
})

test('a quest says how far the person is with it', async () => {
  answerWith(noNetwork)
  setOnline(false)
  const db = await openPhone()
  const answers = [{ questionId: '2-1', value: 'Same as usual' }]
  await saveDraft(db, { questId: 2, version: 1, answers, at: 3, passed: 3 })
  await finishQuest(db, { questId: 4, version: 1, answers: [], at: 0, passed: 0 })
  const screen = await renderScreen(<QuestsPage db={db} />)
  await expect.element(screen.getByText(m.quests_state_begun({ at: 4, count: 9 }))).toBeVisible()
  await expect.element(screen.getByText(/^Played [A-Z][a-z]+ \d+, \d+$/)).toBeVisible()
})

test('the list begins with three short quests that are not done yet, and is ordered by category', async () => {
  setOnline(false)
  answerWith(noNetwork)
  const db = await openPhone()
  await finishQuest(db, { questId: 8, version: 1, answers: [], at: 0, passed: 0 })
  const screen = await renderScreen(<QuestsPage db={db} />)
  const start = screen.getByRole('region', { name: m.quests_start_here() })
  await expect
    .poll(() =>
      start
        .getByRole('link')
        .elements()
        .map((link) => link.textContent),
    )
    .toEqual(['Energy Surge', 'Game On, Game Off', 'Social Spark'])
  const headings = screen
    .getByRole('heading', { level: 3 })
    .elements()
    .map((one) => one.textContent)
  expect(headings).toEqual(expect.arrayContaining(['Personality', 'Mood', 'Behavior']))
  await expect
    .element(screen.getByText(m.quests_category_done({ done: 1, count: 8 })))
    .toBeVisible()
})

test.each([
  ['the longest one', [9]],
  ['three, one of them long', [11, 9, 23]],
])(
  'the list promises no three short ones to start with where what is left is %s',
  async (_, left) => {
    setOnline(false)
    answerWith(noNetwork)
    const db = await openPhone()
    const played = questShelf.filter(({ id, sensitive }) => !sensitive && !left.includes(id))
    for (const { id } of played) {
      await finishQuest(db, { questId: id, version: 1, answers: [], at: 0, passed: 0 })
    }
    const screen = await renderScreen(<QuestsPage db={db} />)
    const rest = screen.getByRole('region', { name: m.quests_start_rest() })
    await expect.poll(() => rest.getByRole('link').elements()).toHaveLength(left.length)
    expect(screen.container.textContent).not.toContain(m.quests_start_here())
    expect(screen.container.textContent).not.toContain(m.quests_start_here_text())
  },
)

test('after a low answer one quest is suggested first, with the words of the specification', async () => {
  setOnline(false)
  answerWith(noNetwork)
  const db = await openPhone()
  const saved = await recordAnswer(db, { type: 'Sleep', answer: '1 - 4' })
  expect(saved.status).toBe('saved')
  const screen = await renderScreen(<QuestsPage db={db} />)
  await expect.element(screen.getByText('Highly recommend')).toBeVisible()
  await expect.element(screen.getByText(m.quests_pick_sleep())).toBeVisible()
  const [first] = screen.getByRole('heading', { level: 2 }).elements()
  expect(first?.textContent).toBe(m.quests_pick())
})

test('what the server has switched off is shown as closed', async () => {
  const db = await openPhone()
  wholeServer(db.userId, false)
  const screen = await renderScreen(<CategoryPage db={db} category="behavior" />)
  await expect.element(screen.getByText(m.quests_state_closed()).first()).toBeVisible()
})

test.each<[status: string, OpenedQuest, text: string]>([
  ['not found', { status: 'not_found' }, m.quests_not_found()],
  [
    'under construction',
    { status: 'under_construction', title: 'Luck' },
    m.quests_under_construction(),
  ],
  [
    'another one at the server',
    { status: 'mismatch', title: 'Luck', text: 'Unrecognized survey title: Luck' },
    'Unrecognized survey title: Luck',
  ],
  ['not on this phone', { status: 'failed', title: 'Luck' }, m.quests_failed()],
])('a quest that is %s says so, with a way on', async (_, opened, text) => {
  answerWith(noNetwork)
  const page = <QuestPage db={await openPhone()} opened={opened} onRetry={() => undefined} />
  const screen = await renderScreen(page)
  await expect.element(screen.getByText(text)).toBeVisible()
  const on = screen.getByRole('button', { name: m.ui_retry() })
  const back = screen.getByRole('link', { name: m.quests_back() })
  await expect.poll(() => on.elements().length + back.elements().length).toBeGreaterThan(1)
})

test('a quest that cannot be played is opened once more when the server has answered', async () => {
  const db = await openPhone()
  wholeServer(db.userId)
  const { promise, resolve } = Promise.withResolvers<OpenedQuest>()
  const onRetry = () => void openQuest(db, '13').then(resolve)
  const closed = await openQuest(db, '13')
  expect(closed.status).toBe('under_construction')
  await renderScreen(<QuestPage db={db} opened={closed} onRetry={onRetry} />)
  expect(await promise).toMatchObject({ status: 'ready', quest: { title: 'Drama and Sparkle' } })
})

test('before a quest its earlier results are listed, and where newer ones could not be read that is said', async () => {
  answerWith(badGateway)
  const db = await openPhone()
  const answers = await allLeast()
  await finishQuest(db, { questId: 2, version: 1, answers, at: 8, passed: 9 })
  const opened = await openQuest(db, '2')
  const screen = await renderScreen(<QuestPage db={db} opened={opened} onRetry={() => undefined} />)
  await expect.element(screen.getByText(m.quests_history())).toBeVisible()
  await expect.element(screen.getByText(m.quests_state_waiting())).toBeVisible()
  await expect.element(screen.getByText(m.quests_history_failed())).toBeVisible()
})

/** The first option of every question of quest 2. */
async function allLeast() {
  const { pmq9 } = await import('#contract/quests/catalog/pmq9.ts')
  return pmq9.questions.map(({ id, options }) => ({
    questionId: id,
    value: options[0]?.text ?? '',
  }))
}

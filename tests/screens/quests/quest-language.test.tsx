import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { pmq9 } from '#contract/quests/catalog/pmq9.ts'
import type { Quest, QuestAnswer } from '#contract/quests/model.ts'
import { openQuest } from '#src/features/quests/open-quest.ts'
import { QuestPage } from '#src/features/quests/pages/quest-page.tsx'
import { CategoryPage } from '#src/features/quests/pages/quests-page.tsx'
import { Player } from '#src/features/quests/player/player.tsx'
import { usePlay } from '#src/features/quests/player/use-play.ts'
import { saveDraft, type PlayStore } from '#src/features/quests/quest-draft.ts'
import {
  spokenQuest,
  type QuestSpeech,
  type SpokenQuest,
} from '#src/features/quests/quest-words.ts'
import { preloadQuestLists } from '#src/features/quests/quests-resource.ts'
import { SharedResults } from '#src/features/quests/share/shared-results.tsx'
import { loadCatalogue } from '#src/i18n/choose-language.ts'
import { changeSpeech } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import words from '#src/i18n/quests.ar.json' with { type: 'json' }
import type { QuestDraft } from '#src/offline/features/quests.ts'
import { answerWith, noNetwork } from '#tests/offline/network.ts'
import { says, serve } from '../fake-server.ts'
import { openPhone, setOnline } from '../phone.ts'
import { renderScreen } from '../router.tsx'

const arabic: QuestSpeech = { language: 'ar', ...words }

afterEach(() => changeSpeech({ language: 'en' }, {}))

describe('in Arabic', () => {
  beforeEach(async () => changeSpeech({ language: 'ar' }, await loadCatalogue('ar')))

  test('a phone without a network lists the quests by their Arabic names', async () => {
    setOnline(false)
    answerWith(noNetwork)
    const db = await openPhone()
    await preloadQuestLists(db)
    const screen = await renderScreen(<CategoryPage db={db} category="behavior" />)
    const { title, title2, description } = words.quests.igds9
    for (const text of [title, title2, description]) {
      await expect.element(screen.getByText(text)).toBeInTheDocument()
    }
    expect(screen.container.textContent).not.toContain('Game On, Game Off')
    expect(screen.container.querySelector('[lang]')).toBeNull()
  })

  test('a quest begins in Arabic, asks in English and says why, and its result is Arabic', async () => {
    setOnline(false)
    answerWith(noNetwork)
    const db = await openPhone()
    const answers = leastOf(pmq9).slice(0, 8)
    const opened = await openQuest(db, '2')
    const intro = await renderScreen(
      <QuestPage db={db} opened={opened} onRetry={() => undefined} />,
    )
    const { title, notice, timeFrame, bands } = words.quests.pmq9
    await expect.element(intro.getByRole('heading', { name: title })).toBeVisible()
    for (const text of [timeFrame, notice, m.quests_items_english()]) {
      await expect.element(intro.getByText(text)).toBeVisible()
    }
    await intro.unmount()

    await saveDraft(db, { questId: 2, version: 1, answers, at: 8, passed: 8 })
    const begun = await openQuest(db, '2')
    const screen = await renderScreen(
      <QuestPage db={db} opened={begun} onRetry={() => undefined} />,
    )
    const question = screen.getByRole('heading', { name: pmq9.questions[8]?.text })
    await expect.element(question).toHaveAttribute('lang', 'en')
    await expect.element(question).toHaveAttribute('dir', 'ltr')
    await expect.element(screen.getByText(m.quests_items_english())).toBeVisible()
    const option = screen.getByRole('radio', { name: 'Never' })
    expect(option.element().closest('[lang]')?.getAttribute('lang')).toBe('en')
    expect(option.element().closest('[dir]')?.getAttribute('dir')).toBe('ltr')
    await option.click()
    await screen.getByRole('button', { name: m.quests_complete() }).click()

    await expect.element(screen.getByText(bands.settled.text)).toBeVisible()
    await expect.element(screen.getByText(words.general.snapshot)).toBeVisible()
    await expect.element(screen.getByText(words.quests.pmq9.scores.total).first()).toBeVisible()
    expect(screen.container.querySelector('[lang]')).toBeNull()
    const [row] = await db.outbox.toArray()
    expect(row?.payload).toMatchObject({ answers: leastOf(pmq9) })
  })

  test('questions that somebody reviewed are asked in Arabic, and their answers stay the English ones', async () => {
    const saved: QuestDraft[] = []
    const store: PlayStore = {
      async save(draft) {
        saved.push(draft)
        return draft
      },
      discard: async () => undefined,
      finish: async () => ({ status: 'not_saved', why: 'failed' }),
    }
    const screen = await render(<Played quest={spokenQuest(pmq9, reviewed())} store={store} />)
    const question = screen.getByRole('heading', { name: 'سؤال 1', exact: true })
    await expect.element(question).toBeVisible()
    expect(screen.container.querySelector('[lang]')).toBeNull()
    expect(screen.container.textContent).not.toContain(m.quests_items_english())
    await screen.getByRole('radio', { name: 'إجابة 2' }).click()
    await expect
      .poll(() => saved.at(-1)?.answers)
      .toEqual([{ questionId: '2-1', value: pmq9.questions[0]?.options[2]?.text }])
  })

  test('a result shared with a provider is read in the provider’s language', async () => {
    const userId = '01900000-0000-7000-8000-000000000007'
    const { bands, title, scores } = words.quests.pmq9
    const result = {
      id: '01900000-0000-7000-8000-000000000009',
      userId,
      questId: 2,
      title: pmq9.title,
      takenOn: '2026-11-21',
      band: { label: 'Many surges', text: 'Your engine ran fast on many days.' },
      scores: [
        { label: 'Speed', value: 12, min: 0, max: 27 },
        { label: 'A score of another build', value: 1, min: 0, max: 2 },
      ],
      destination: null,
      notice: 'This is a snapshot.',
    }
    serve({ [`GET /surveys/shared/${userId}`]: says([result]) })
    const screen = await render(
      <SharedResults
        db={await openPhone('ServiceProvider')}
        of={{ _id: userId, firstname: 'Lina', lastname: 'Haddad' }}
      />,
    )
    for (const text of [title, bands.high.label, scores.total, words.general.snapshot]) {
      await expect.element(screen.getByText(text)).toBeVisible()
    }
    const unknown = screen.getByText('A score of another build')
    await expect.element(unknown).toHaveAttribute('lang', 'en')
  })
})

test('a quest that is open is said in the language that is chosen meanwhile, and the answers stay', async () => {
  setOnline(false)
  answerWith(noNetwork)
  const db = await openPhone()
  await saveDraft(db, { questId: 2, version: 1, answers: leastOf(pmq9), at: 8, passed: 8 })
  const opened = await openQuest(db, '2')
  const screen = await renderScreen(<QuestPage db={db} opened={opened} onRetry={() => undefined} />)
  await expect.element(screen.getByRole('heading', { name: pmq9.title })).toBeVisible()
  expect(screen.container.querySelector('[lang]')).toBeNull()
  changeSpeech({ language: 'ar' }, await loadCatalogue('ar'))
  await expect.element(screen.getByRole('heading', { name: words.quests.pmq9.title })).toBeVisible()
  await expect.element(screen.getByRole('radio', { name: 'Never' })).toBeChecked()
})

function Played({ quest, store }: { quest: SpokenQuest; store: PlayStore }) {
  const nothing = () => undefined
  const play = usePlay(store, pmq9, {
    begun: undefined,
    onDanger: nothing,
    onElsewhere: nothing,
  })
  const state = { busy: false, failure: undefined }
  return <Player quest={quest} play={play} {...state} onComplete={nothing} onHelp={nothing} />
}

/** The words of quest 2 with questions of its own, which nobody has reviewed but this test. */
function reviewed(): QuestSpeech {
  const items = {
    version: 1,
    reviewed: { by: 'Somebody of this test', on: '2026-11-23', mark: '' },
    questions: pmq9.questions.map(({ n }) => ({ text: `سؤال ${n}` })),
    options: Object.fromEntries(
      pmq9.questions[0]?.options.map(({ text, rate }) => [text, `إجابة ${rate}`]) ?? [],
    ),
  }
  return { ...arabic, quests: { pmq9: { ...words.quests.pmq9, items } } }
}

/** The first option of every question. */
function leastOf({ questions }: Quest): QuestAnswer[] {
  return questions.map(({ id, options }) => ({ questionId: id, value: options[0]?.text ?? '' }))
}

import { expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { questShelf } from '#contract/quests/shelf.ts'
import { refreshResource } from '#src/data/resource.ts'
import { openQuest } from '#src/features/quests/open-quest.ts'
import { QuestPage } from '#src/features/quests/pages/quest-page.tsx'
import { saveDraft } from '#src/features/quests/quest-draft.ts'
import { shelfResource } from '#src/features/quests/quests-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { followLostFocus } from '#src/ui/focus.ts'
import { calmAnswers, questNumbered } from '#tests/support/calm-answers.ts'
import { says, serve } from '../fake-server.ts'
import { openPhone } from '../phone.ts'
import { press } from '../press.ts'
import { renderScreen } from '../router.tsx'

const creator = { firstname: 'Zync', lastname: 'Team', userT: 'ServiceProvider' } as const
const surveys = questShelf.map(({ id, count, ...card }) => {
  return { ...card, _id: id, questionCount: count, creator, open: true }
})

test('what a grave answer is met with is read out, and who goes on is not lost', async () => {
  const [quest, db] = await Promise.all([questNumbered(1), openPhone()])
  serve({ 'GET /surveys': says(surveys) })
  await refreshResource(db, shelfResource)
  const at = 8
  const answers = calmAnswers(quest).slice(0, at)
  await saveDraft(db, { questId: 1, version: quest.version, answers, at, passed: at })
  const opened = await openQuest(db, '1')
  onTestFinished(followLostFocus())
  const screen = await renderScreen(
    <main>
      <QuestPage db={db} opened={opened} onRetry={() => undefined} />
    </main>,
  )
  const question = screen.getByRole('heading', { name: quest.questions[at]?.text, exact: true })
  await expect.element(question).toBeVisible()
  const listened = screen.container.querySelector('form h2 ~ [aria-live]')
  expect(listened?.textContent).toBe('')
  question.element().focus()
  await userEvent.keyboard('2')
  await expect.poll(() => listened?.textContent).toContain(quest.risks[0]?.text)
  const goOn = screen.getByRole('button', { name: m.quests_go_on() })
  goOn.element().focus()
  press(goOn)
  await expect.element(goOn).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement?.matches('form h2, form h3')).toBe(true)
})

import { expect, test } from 'vitest'
import { questCard } from '#contract/quests/shelf.ts'
import { router } from '#src/app/router.tsx'
import { finishQuest } from '#src/features/quests/quest-draft.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import { notifySession } from '#src/session/session.ts'
import { answerWith, noNetwork } from '#tests/offline/network.ts'
import { calmAnswers, questNumbered } from '#tests/support/calm-answers.ts'
import { openPhone, setOnline } from '../phone.ts'
import { renderApp } from '../render-app.tsx'

test('a refused quest opens at its answers, also where a pointer rested on the quest before', async () => {
  const quest = await questNumbered(6)
  const answers = calmAnswers(quest)
  const last = answers.length - 1
  answerWith(noNetwork)
  setOnline(false)
  const db = await openPhone()
  notifySession()
  const { id: questId, version } = quest
  await finishQuest(db, { questId, version, answers, at: last, passed: last })
  await db.outbox.toCollection().modify({ state: 'dead' })
  const screen = await renderApp('/not-sent')
  await router.preloadRoute({ to: '/surveys/$questId', params: { questId: String(questId) } })
  await screen.getByRole('button', { name: m.sync_edit(), exact: false }).click()
  await screen.getByRole('button', { name: m.quests_reopen(), exact: false }).click()
  await expect.element(screen.getByText(m.quests_resumed(), { exact: false })).toBeVisible()
  expect(await unsentOps(db)).toEqual([])
})

test('a refused quest that was switched off since opens at its answers, and begins no other round', async () => {
  const quest = await questNumbered(6)
  const card = questCard(6)
  if (!card) throw new Error('No card')
  const answers = calmAnswers(quest)
  const last = answers.length - 1
  answerWith(noNetwork)
  setOnline(false)
  const db = await openPhone()
  notifySession()
  const creator = { firstname: 'Zync', lastname: 'Team', userT: 'ServiceProvider' } as const
  const survey = { ...card, _id: 6, questionCount: card.count, creator, open: false }
  await db.meta.put({ key: 'questShelf', surveys: [survey] })
  await finishQuest(db, { questId: 6, version: quest.version, answers, at: last, passed: last })
  await db.outbox.toCollection().modify({ state: 'dead' })
  const screen = await renderApp('/not-sent')
  await screen.getByRole('button', { name: m.sync_edit(), exact: false }).click()
  await screen.getByRole('button', { name: m.quests_reopen(), exact: false }).click()
  await expect.element(screen.getByText(m.quests_resumed(), { exact: false })).toBeVisible()
  await screen.getByRole('button', { name: m.quests_start_again() }).click()
  await screen.getByRole('dialog').getByRole('button', { name: m.quests_start_again() }).click()
  await expect.element(screen.getByText(m.quests_under_construction())).toBeVisible()
})

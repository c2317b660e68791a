import * as v from 'valibot'
import { questsApi } from '#contract/quests/api.ts'
import type { QuestCard } from '#contract/quests/model.ts'
import { questShelf } from '#contract/quests/shelf.ts'
import { surveyCardSchema, surveyProblem, type SurveyCard } from '#contract/quests/survey.ts'
import { defineResource } from '#src/data/resource.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'

/** A quest as this device can play it. */
export interface ShelfQuest extends QuestCard {
  /** Switched on at the server, as far as is known here. */
  readonly open: boolean
  /** Spec 5: why the server's quest of this id is not the one of this build. */
  readonly problem: string | undefined
}

/** Which quests this device can play. */
export const shelfResource = defineResource({
  key: 'quests.shelf',
  read: readShelf,
  refresh: refreshShelf,
})

/** Every quest of this build with what the server last said of it; before the first fetch those released to all are open. */
export async function readShelf(db: UserDatabase): Promise<ShelfQuest[]> {
  const row = await db.meta.get('questShelf')
  const stored = v.safeParse(
    v.array(surveyCardSchema),
    row?.key === 'questShelf' ? row.surveys : [],
  )
  const surveys = stored.success ? stored.output : []
  return questShelf.map((card) =>
    shelved(
      card,
      surveys.find(({ _id }) => _id === card.id),
    ),
  )
}

/** Fetches which quests are switched on, and stores it. Rejects as the call does. */
export async function refreshShelf(db: UserDatabase, token: string): Promise<void> {
  const surveys = await callApi(questsApi.listSurveys, {}, { token })
  await userTransaction(db, [], () => db.meta.put({ key: 'questShelf', surveys }))
}

function shelved(card: QuestCard, survey: SurveyCard | undefined): ShelfQuest {
  if (!survey) return { ...card, open: card.release === 'default', problem: undefined }
  return { ...card, open: survey.open, problem: surveyProblem(survey) }
}

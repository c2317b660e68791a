import { useEffect, useState } from 'react'
import { baseLanguage } from '#contract/language.ts'
import { questsApi } from '#contract/quests/api.ts'
import { loadQuest } from '#contract/quests/catalogue.ts'
import type { Quest } from '#contract/quests/model.ts'
import type { ScoreDetails } from '#contract/quests/response.ts'
import { questCard } from '#contract/quests/shelf.ts'
import { ResourceView } from '#src/data/resource-view.tsx'
import { defineRemote, useRemote } from '#src/data/resource.ts'
import { sharingNews } from '#src/data/share-switch.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDay } from '#src/lib/dates.ts'
import { useStore } from '#src/lib/store.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { rounded, saidByText, tongueOf, useQuestWords } from '../quest-words.ts'
import { SaveForClinic, type SavedOf } from './save-for-clinic.tsx'
import styles from './share.module.css'

/** The results that a young person shares with the reader; none is no error. Stored on no device but theirs. */
const sharedRemote = defineRemote<ScoreDetails[], [userId: string, news: number]>({
  isLook: true,
  fetch: fetchShared,
})

/** The results that a client chose to show to the care provider who reads them. */
export function SharedResults({ db, of }: { db: UserDatabase; of: SavedOf }) {
  // What is taken back goes from the screen before it is asked for again.
  const shared = useRemote(db, sharedRemote, of._id, useStore(sharingNews))
  return (
    <Card>
      <CardHeader title={m.quests_shared_title()} />
      <CardBody>
        <ResourceView
          of={shared}
          compact
          skeleton={{ count: 2 }}
          failed={m.quests_shared_failed()}
          offline={false}
        >
          {(results) => <ResultList results={results} saving={{ db, of }} />}
        </ResourceView>
      </CardBody>
    </Card>
  )
}

/** The same, of what is here already. */
export function SharedResultsCard({ results }: { results: readonly ScoreDetails[] }) {
  return (
    <Card>
      <CardHeader title={m.quests_shared_title()} />
      <CardBody>
        <ResultList results={results} />
      </CardBody>
    </Card>
  )
}

interface ResultListProps {
  results: readonly ScoreDetails[]
  /** Where the reader may save them as files. */
  saving?: { db: UserDatabase; of: SavedOf } | undefined
}

function ResultList({ results, saving }: ResultListProps) {
  const { language, general } = useQuestWords()
  if (results.length === 0) {
    return <EmptyState compact emoji="🌱" title={m.quests_shared_empty()} />
  }
  return (
    <>
      {results.map((result) => (
        <SharedResult key={result.id} result={result} saving={saving} />
      ))}
      <p className={styles.when} {...tongueOf(language)}>
        {general.snapshot}
      </p>
    </>
  )
}

interface SharedResultProps {
  result: ScoreDetails
  saving: ResultListProps['saving']
}

/** The server says a result in English; who reads it here does so in their own language, whatever the young person speaks. */
function SharedResult({ result, saving }: SharedResultProps) {
  const speech = useQuestWords()
  const quest = useEnglishQuest(result.questId, speech.language !== baseLanguage)
  const said = quest ? saidByText(quest, speech) : undefined
  const words = (text: string) => said?.get(text) ?? text
  const tongue = (text: string) => tongueOf(said?.has(text) ? speech.language : baseLanguage)
  return (
    <section className={styles.shared}>
      <h3 {...tongue(result.title)}>{words(result.title)}</h3>
      <p className={styles.when}>{formatDay(result.takenOn)}</p>
      <p className={styles.band} {...tongue(result.band.label)}>
        {words(result.band.label)}
      </p>
      <dl className={styles.scores}>
        {result.scores.map(({ label, value, max }) => (
          <div key={label}>
            <dt {...tongue(label)}>{words(label)}</dt>
            <dd>{m.quests_number({ value: rounded(value), max: rounded(max) })}</dd>
          </div>
        ))}
      </dl>
      {saving && <SaveForClinic {...saving} result={result} />}
    </section>
  )
}

/** The quest whose words are to be found in another language; undefined until it is here, and where it cannot be loaded. */
export function useEnglishQuest(questId: number, wanted: boolean): Quest | undefined {
  const [quest, setQuest] = useState<Quest>()
  // An effect because the quest is loaded; it is on the device with the others.
  useEffect(() => {
    const card = questCard(questId)
    if (!wanted || !card) return
    loadQuest(card.type, card.version)
      .then(setQuest)
      .catch(() => undefined)
  }, [questId, wanted])
  return quest
}

async function fetchShared(token: string, userId: string): Promise<ScoreDetails[]> {
  try {
    return await callApi(questsApi.listSharedResults, { params: { userId } }, { token })
  } catch (error) {
    if (isApiProblem(error) && error.problem.code === 'not_found') return []
    throw error
  }
}

/** Shows a result to a provider, and stores that on this device. Rejects as the call does. */
export async function grantResult(
  db: UserDatabase,
  token: string,
  { resultId, providerId }: { resultId: string; providerId: string },
): Promise<void> {
  const params = { id: resultId, providerId }
  await callApi(questsApi.shareResult, { params }, { token })
  await userTransaction(db, [db.questRecords], async () => {
    await db.questRecords.where({ id: resultId }).modify((record) => {
      const others = record.sharedWith.filter((id) => id !== providerId)
      record.sharedWith = [...others, providerId]
    })
  })
}

import type { Quest, QuestType } from './model.ts'

type Load = () => Promise<Quest>
/** Every version that was ever played, newest last: answers to an old one must stay scorable. */
export type Versions = Readonly<Record<number, Load>>

/** Each file is a chunk of its own: a phone loads the quest that is opened. */
export const questVersions: Partial<Readonly<Record<QuestType, Versions>>> = {
  phq9: { 1: () => import('./catalog/phq9.ts').then(({ phq9 }) => phq9) },
  pq16: { 1: () => import('./catalog/pq16.ts').then(({ pq16 }) => pq16) },
}

/** The questionnaire in one of its versions; undefined for a version that never was. */
export async function loadQuest(
  type: QuestType,
  version: number,
  catalogue: Partial<Readonly<Record<QuestType, Versions>>> = questVersions,
): Promise<Quest | undefined> {
  const versions = catalogue[type]
  return versions && Object.hasOwn(versions, version) ? versions[version]?.() : undefined
}

import type { Quest } from './model.ts'
import type { QuestType } from './quest-types.gen.ts'
import { questVersions } from './quest-versions.gen.ts'

type Load = () => Promise<Quest>
/** Every version that was ever played, newest last: answers to an old one must stay scorable. */
export type Versions = Readonly<Record<number, Load>>

/** The questionnaire in one of its versions; undefined for a version that never was. */
export async function loadQuest(
  type: QuestType,
  version: number,
  catalogue: Partial<Readonly<Record<QuestType, Versions>>> = questVersions,
): Promise<Quest | undefined> {
  const versions = catalogue[type]
  return versions && Object.hasOwn(versions, version) ? versions[version]?.() : undefined
}

/** Whether this build can play a questionnaire in that version. */
export function hasVersion(type: QuestType, version: number): boolean {
  return Object.hasOwn(questVersions[type] ?? {}, version)
}

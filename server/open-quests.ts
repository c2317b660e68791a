import { enabledQuests } from '#contract/quests/enabled.ts'

/** The ids of the quests to switch on: those of the environment, all in a demo, else those released to all. */
export function openQuestIds(
  fromEnv: ReadonlySet<number> | undefined,
  demo: boolean,
): ReadonlySet<number> {
  if (fromEnv) return fromEnv
  const enabled = enabledQuests(demo ? 'all' : 'default')
  return enabled.kind === 'known' ? enabled.ids : new Set()
}

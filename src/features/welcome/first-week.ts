import { daysBetween, type LocalDate } from '#contract/local-date.ts'
import { defineLocal } from '#src/data/resource.ts'
import { lastPlayedDays, readPlayedRows } from '#src/features/quests/played.ts'
import { readShelf } from '#src/features/quests/quests-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { readWelcome } from '#src/offline/features/hints.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'

/** One small thing for one of the first seven days. */
export interface FirstWeekThing {
  readonly id: string
  readonly emoji: string
  readonly tint: 'lilac' | 'mint' | 'peach' | 'sky' | 'sun'
  readonly title: () => string
  readonly text: () => string
  /** So long it takes. */
  readonly minutes: number
  /** Where it is done. */
  readonly href: string
  /** Where it is a quest, which one. */
  readonly questId?: number
}

/** One after the other, from what takes least to what looks back. A day that was missed is not asked for later. */
const days: readonly FirstWeekThing[] = [
  {
    id: 'quest',
    emoji: '🧭',
    tint: 'sun',
    title: m.welcome_day_quest,
    text: m.welcome_day_quest_text,
    minutes: 1,
    href: '/surveys/8',
    questId: 8,
  },
  {
    id: 'sleep',
    emoji: '😴',
    tint: 'sky',
    title: m.welcome_day_sleep,
    text: m.welcome_day_sleep_text,
    minutes: 1,
    href: '/trackers',
  },
  {
    id: 'read',
    emoji: '🔖',
    tint: 'peach',
    title: m.welcome_day_read,
    text: m.welcome_day_read_text,
    minutes: 3,
    href: '/library/articles',
  },
  {
    id: 'energy',
    emoji: '🏃',
    tint: 'lilac',
    title: m.welcome_day_energy,
    text: m.welcome_day_energy_text,
    minutes: 2,
    href: '/surveys/2',
    questId: 2,
  },
  {
    id: 'people',
    emoji: '🤝',
    tint: 'mint',
    title: m.welcome_day_people,
    text: m.welcome_day_people_text,
    minutes: 2,
    href: '/service-providers',
  },
  {
    id: 'video',
    emoji: '🎬',
    tint: 'sky',
    title: m.welcome_day_video,
    text: m.welcome_day_video_text,
    minutes: 3,
    href: '/library/videos',
  },
  {
    id: 'look-back',
    emoji: '🌱',
    tint: 'mint',
    title: m.welcome_day_back,
    text: m.welcome_day_back_text,
    minutes: 2,
    href: '/trackers',
  },
]

/** The small thing of a day, the first one being 0; undefined once the first week is over, or before it. */
export function firstWeekSuggestion(dayIndex: number): FirstWeekThing | undefined {
  return days[dayIndex]
}

/**
 * The small thing of a day in somebody's first week, which began with the welcome on this device; null outside of it, and
 * where it is a quest that is not open or was played already.
 */
export const firstWeekResource = defineLocal<FirstWeekThing | null, [day: LocalDate]>({
  key: 'welcome.firstWeek',
  read: readFirstWeek,
})

async function readFirstWeek(db: UserDatabase, day: LocalDate): Promise<FirstWeekThing | null> {
  const firstDay = (await readWelcome(db))?.firstDay
  const thing = firstDay && firstWeekSuggestion(daysBetween(firstDay, day))
  if (!thing) return null
  return thing.questId === undefined || (await isToPlay(db, thing.questId)) ? thing : null
}

async function isToPlay(db: UserDatabase, questId: number): Promise<boolean> {
  const [shelf, played] = await Promise.all([readShelf(db), readPlayedRows(db, questId)])
  const quest = shelf.find(({ id }) => id === questId)
  return quest?.open === true && quest.problem === undefined && !lastPlayedDays(played).has(questId)
}

import * as m from '#src/i18n/paraglide/messages.js'

/** One small thing for one of the first seven days. */
export interface SmallThing {
  readonly id: string
  readonly emoji: string
  readonly title: () => string
  readonly text: () => string
  readonly action: () => string
  /** Where it is done. */
  readonly href: string
}

/** One after the other, from what takes least to what looks back. A day that was missed is not asked for later. */
const days: readonly SmallThing[] = [
  {
    id: 'quest',
    emoji: '🧭',
    title: m.welcome_day_quest,
    text: m.welcome_day_quest_text,
    action: m.welcome_day_quest_action,
    href: '/surveys/8',
  },
  {
    id: 'sleep',
    emoji: '😴',
    title: m.welcome_day_sleep,
    text: m.welcome_day_sleep_text,
    action: m.welcome_day_sleep_action,
    href: '/trackers',
  },
  {
    id: 'read',
    emoji: '📚',
    title: m.welcome_day_read,
    text: m.welcome_day_read_text,
    action: m.welcome_day_read_action,
    href: '/library/articles',
  },
  {
    id: 'energy',
    emoji: '🔋',
    title: m.welcome_day_energy,
    text: m.welcome_day_energy_text,
    action: m.welcome_day_energy_action,
    href: '/surveys/2',
  },
  {
    id: 'people',
    emoji: '🤝',
    title: m.welcome_day_people,
    text: m.welcome_day_people_text,
    action: m.welcome_day_people_action,
    href: '/service-providers',
  },
  {
    id: 'video',
    emoji: '🎧',
    title: m.welcome_day_video,
    text: m.welcome_day_video_text,
    action: m.welcome_day_video_action,
    href: '/library/videos',
  },
  {
    id: 'look-back',
    emoji: '🌱',
    title: m.welcome_day_back,
    text: m.welcome_day_back_text,
    action: m.welcome_day_back_action,
    href: '/trackers',
  },
]

/** The small thing of a day, the first one being 0; undefined once the first week is over, or before it. */
export function firstWeekSuggestion(dayIndex: number): SmallThing | undefined {
  return days[dayIndex]
}

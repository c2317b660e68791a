export type FourAnswers = readonly [string, string, string, string]

/** All that the contract and the server know of one kind of tracker. */
export interface TrackerKind {
  /** In the order they are shown, best first; scores run 4 to 1 in that order. */
  readonly answers: FourAnswers
  /** The pop-up's own words for the same four, where it asks in others; both sets are stored as given. */
  readonly promptAnswers?: FourAnswers
  /** The local hour (0 to 23) at which its day begins: an answer before it counts for the day before. */
  readonly dayStartsAtHour: number
  /** The local hours (0 to 23) in which the pop-up asks, both included; over midnight where `from` is the later one. */
  readonly promptHours: { readonly from: number; readonly to: number }
  /** The pop-up asks the lowest number first. */
  readonly promptOrder: number
  /** Ids of the quests that a score of 2 or lower suggests. */
  readonly relatedQuests: readonly number[]
  /** Whether the lowest answer offers Help now beside the quests. */
  readonly lowestOffersHelp: boolean
}

/**
 * Every kind of tracker (spec 4 and 9), in the order of the page. The keys and the answers are sent and stored letter for
 * letter. Its words and faces on the screen: `src/features/trackers/tracker-labels.ts`.
 */
const kinds = {
  Mood: {
    answers: ['happy', 'normal', 'sad', 'very sad'],
    dayStartsAtHour: 0,
    promptHours: { from: 14, to: 22 },
    promptOrder: 1,
    relatedQuests: [3],
    lowestOffersHelp: true,
  },
  Fitness: {
    answers: ['super active', 'active', 'not active', 'lazy'],
    /** Decisions: an answer after midnight is about the day that ended. */
    dayStartsAtHour: 4,
    promptHours: { from: 20, to: 3 },
    promptOrder: 3,
    relatedQuests: [3, 21, 22],
    lowestOffersHelp: false,
  },
  Sleep: {
    answers: ['8 - 10', '7 - 8', '5 - 6', '1 - 4'],
    dayStartsAtHour: 0,
    promptHours: { from: 6, to: 13 },
    promptOrder: 2,
    relatedQuests: [21],
    lowestOffersHelp: false,
  },
  Diet: {
    answers: ['well', 'not well', 'poorly', 'not at all'],
    promptAnswers: ['perfect', 'somewhat', 'slightly', 'not at all'],
    dayStartsAtHour: 0,
    /** The spec's rule, from 17 or before 20, is true of every hour. */
    promptHours: { from: 0, to: 23 },
    promptOrder: 4,
    relatedQuests: [22],
    lowestOffersHelp: false,
  },
} as const satisfies Record<string, TrackerKind>

export type TrackerType = keyof typeof kinds

type Kind = (typeof kinds)[TrackerType]
export type MoodAnswer = (typeof kinds)['Mood']['answers'][number]
/** Every answer of every kind, in every wording. */
export type TrackerAnswerValue =
  | Kind['answers'][number]
  | Extract<Kind, { promptAnswers: unknown }>['promptAnswers'][number]

export const trackerCatalog: Readonly<Record<TrackerType, TrackerKind>> = kinds

/** In the order of the page. */
export const trackerTypes = Object.keys(kinds) as TrackerType[]

/** A value for every kind of tracker. */
export function forEachTracker<T>(make: (type: TrackerType) => T): Record<TrackerType, T> {
  const pairs = trackerTypes.map((type) => [type, make(type)])
  return Object.fromEntries(pairs) as Record<TrackerType, T>
}

/** The tracker of a name in an address, however its letters are written; undefined where there is none. */
export function trackerNamed(name: string): TrackerType | undefined {
  return trackerTypes.find((type) => type.toLowerCase() === name.toLowerCase())
}

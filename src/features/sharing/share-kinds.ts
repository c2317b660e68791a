import {
  type AccessRead,
  type Share,
  type Viewer,
  shareKey,
  type ShareRevocation,
} from '#contract/sharing/model.ts'
import { setScoreShared } from '#src/features/account/profile/profile-data.ts'
import { findBrief } from '#src/features/brief/brief-resource.ts'
import { questTitle } from '#src/features/quests/quest-words.ts'
import { grantResult } from '#src/features/quests/share/shared-results.tsx'
import { sharePlan } from '#src/features/safety/plan/plan-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDate, formatDay } from '#src/lib/dates.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { Session } from '#src/session/session.ts'
import type { WhoSees } from './sharing-resource.ts'

/** One row of what can be shown: the same in the card of each person. */
export interface Thing {
  readonly key: string
  readonly label: string
  readonly hint?: string
  /** The one person whom it can be shown to, in whose card alone it is; absent for everybody. */
  readonly of?: string
  /** Whether a look was at this. */
  readonly isRead: (read: AccessRead) => boolean
  /** What takes it back; absent for what everybody sees whom one is connected with. */
  readonly revocation?: (viewer: Viewer) => ShareRevocation
  /** Why it cannot be shown to this viewer at the moment; undefined where it can. */
  readonly hindrance?: (viewer: Viewer) => string | undefined
}

type Results = ReadonlyMap<string, Share>

/** What there is to see, with each result that was shown to anybody since the page was opened, by its id. */
export interface ShownView extends WhoSees {
  readonly results: Results
}

/** The results of before with those that are shown now: one that is taken back keeps its row, to be shown again. */
export function withResults(before: Results, { shares }: WhoSees): Results {
  const added = shares.flatMap((share) => {
    const { kind, itemId } = share
    return kind === 'result' && itemId !== null && !before.has(itemId)
      ? [[itemId, share] as const]
      : []
  })
  return added.length === 0 ? before : new Map([...before, ...added])
}

/**
 * Every kind of row, in the order of the screen. A new kind is one entry: what of it there is to show, and, where it has a
 * switch, its revocation; turning it on again stands in `grants`.
 */
const kinds: readonly ((view: ShownView, user: Session['user']) => readonly Thing[])[] = [
  (_, { userT }) => [
    {
      key: 'profile',
      label: m.sharing_profile(),
      hint: userT === 'ServiceProvider' ? m.sharing_profile_card() : m.sharing_profile_text(),
      isRead: ({ what }) => what === 'profile',
    },
  ],
  (_, { userT }) => {
    const score: Thing = {
      key: 'score',
      label: m.sharing_score(),
      hint: m.sharing_score_text(),
      isRead: ({ what }) => what === 'score',
      revocation: () => ({ kind: 'score' }),
    }
    return userT === 'Adolescent' ? [score] : []
  },
  ({ results }) =>
    [...results].map(([itemId, { questId, day }]) => ({
      key: itemId,
      label: m.sharing_result({ quest: questTitle(questId ?? 0) ?? '' }),
      ...(day === null ? {} : { hint: formatDay(day) }),
      isRead: (read) => read.what === 'result' && isOf(read, { itemId, questId }),
      revocation: ({ id }) => ({ kind: 'result', itemId, viewerId: id }),
    })),
  ({ shares }, { userT }) => {
    const reader = shares.find(({ kind }) => kind === 'plan')?.viewerId
    const plan: Thing = {
      key: 'plan',
      label: m.sharing_plan(),
      hint: m.sharing_plan_text(),
      isRead: ({ what }) => what === 'plan',
      revocation: ({ id }) => ({ kind: 'plan', viewerId: id }),
      hindrance: ({ id }) => (reader && reader !== id ? m.sharing_plan_taken() : undefined),
    }
    return userT === 'Adolescent' ? [plan] : []
  },
  ({ shares }) => {
    const briefs = shares.filter(({ kind }) => kind === 'brief')
    return briefs.flatMap(({ itemId, viewerId, ...session }): Thing[] =>
      itemId === null || viewerId === null
        ? []
        : [
            {
              key: `brief ${itemId}`,
              label: m.sharing_brief(),
              ...briefHint(session),
              of: viewerId,
              isRead: (read) => read.what === 'brief' && read.itemId === itemId,
              revocation: () => ({ kind: 'brief', itemId, viewerId }),
            },
          ],
    )
  },
  () => [
    {
      key: 'messages',
      label: m.sharing_messages(),
      hint: m.sharing_messages_text(),
      isRead: () => false,
    },
  ],
]

/** The day of a session by this device's clock, where the server says when it begins. */
function briefHint({ day, startsAt }: Pick<Share, 'day' | 'startsAt'>): Pick<Thing, 'hint'> {
  const said = startsAt === undefined ? day && formatDay(day) : formatDate(startsAt)
  return said ? { hint: m.sharing_brief_text({ day: said }) } : {}
}

/** Looks from before there were ids name the quest alone. */
function isOf(read: AccessRead, result: { itemId: string; questId: number | null }): boolean {
  return read.itemId === null ? read.questId === result.questId : read.itemId === result.itemId
}

/** The rows of everybody's card. */
export function thingsOf(view: ShownView, user: Session['user']): Thing[] {
  return kinds.flatMap((kind) => kind(view, user))
}

/** What a card says of one thing. */
export interface Cell {
  readonly on: boolean
  /** It was turned off here, and that is not sent yet. */
  readonly waiting: boolean
}

/** Nothing is on for whoever is not connected, or sees nothing at the moment. */
export function cellOf(view: WhoSees, viewer: Viewer, { revocation }: Thing): Cell {
  if (viewer.state !== 'connected') return { on: false, waiting: false }
  if (!revocation) return { on: true, waiting: false }
  const key = shareKey(revocation(viewer))
  const shown = view.shares.some((share) => shareKey(share) === key)
  const waiting = view.waiting.has(key)
  return { on: shown && !waiting, waiting: shown && waiting }
}

type Grants = {
  readonly [K in ShareRevocation['kind']]: (
    member: { db: UserDatabase; token: string; session: Session },
    share: Extract<ShareRevocation, { kind: K }>,
  ) => Promise<void>
}

/** How each kind is shown again, which needs the network: a kind without it does not compile. */
const grants: Grants = {
  score: ({ db, token, session }) => setScoreShared({ db, token, userT: session.user.userT }),
  result: ({ db, token }, { itemId, viewerId }) =>
    grantResult(db, token, { resultId: itemId, providerId: viewerId }),
  plan: ({ db }, { viewerId }) => sharePlan(db, viewerId),
  brief: ({ db, token }, { itemId }) => findBrief(db, token, itemId),
}

/** Shows it. Rejects as the call does. */
export async function grant<K extends ShareRevocation['kind']>(
  member: { db: UserDatabase; token: string; session: Session },
  share: Extract<ShareRevocation, { kind: K }>,
): Promise<void> {
  await grants[share.kind](member, share)
}

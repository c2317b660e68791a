import type { ReadReason, SeenThing } from '#contract/sharing/model.ts'
import type { Queryable } from '#server/db/orm.ts'
import type { Actor } from '#server/http/session/caller.ts'
import type { EventBus } from '#server/ports/events/port.ts'
import { readsInsert } from './sharing.sql.ts'

declare const looked: unique symbol

/**
 * Proof that a look is noted, or is none. Presenters of what others may read of a person demand one, and only `AccessLog`
 * gives it: what leaves without a note does not compile. `tests/server/noted-reads.test.ts` knows every presenter.
 */
export type NotedRead = { readonly [looked]: true }

/** One thing of one person. `itemId` and `questId` say which, where there are several. */
export interface Seen {
  readonly subjectId: string
  readonly what: SeenThing
  readonly itemId?: string
  readonly questId?: number
}

export interface AccessLog {
  /**
   * Notes what an actor is about to see, before it leaves; their own is no look. `reason` is why one of our team looks.
   * Give nothing seen where what leaves is for every member to see.
   */
  readonly note: (actor: Actor, seen: readonly Seen[], reason?: ReadReason) => Promise<NotedRead>
}

export interface AccessLogDeps {
  readonly pool: Queryable
  readonly events: Pick<EventBus, 'publish'>
  readonly now: () => number
  readonly newId: () => string
}

/** A page that is open all day asks again and again: that is one look an hour. */
const sameReadMs = 3_600_000
/** Health data and papers: every single look is noted. */
const everyRead: readonly SeenThing[] = [
  'result',
  'resultFile',
  'plan',
  'brief',
  'resume',
  'workLicense',
]
const proof = {} as NotedRead

export function createAccessLog({ pool, events, now, newId }: AccessLogDeps): AccessLog {
  return {
    async note(actor, seen, reason) {
      const others = seen.filter(({ subjectId }) => subjectId !== actor.userId)
      if (others.length === 0) return proof
      const nowMs = now()
      const noted = await readsInsert.all(pool, [
        actor.userId,
        reason ?? null,
        new Date(nowMs),
        others.map(() => newId()),
        others.map(({ subjectId }) => subjectId),
        others.map(({ what }) => what),
        others.map(({ questId }) => questId ?? null),
        others.map(({ itemId }) => itemId ?? null),
        everyRead,
        new Date(nowMs - sameReadMs),
      ])
      const subjectIds = [...new Set(noted.map(({ subjectId }) => subjectId))]
      if (subjectIds.length > 0) events.publish(subjectIds, { type: 'sharing' })
      return proof
    },
  }
}

/** For a person who sees their own as another one would: no look of that other one. Only `previews` of a feature takes it. */
export const previewAccessLog: AccessLog = { note: async () => proof }

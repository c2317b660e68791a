import type { ReportTarget } from '#contract/safety/model.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Actor } from '#server/http/actor.ts'
import { nameable } from './block.ts'

/** A copy of what was reported, as the reporter could see it, and whose it is. */
export interface Snapshot {
  readonly subjectId: string
  readonly fields: Readonly<Record<string, unknown>>
}

type TargetOf<K extends ReportTarget['kind']> = Extract<ReportTarget, { kind: K }>

/**
 * How a thing of each kind is copied when it is reported; undefined for what the reporter cannot see. A new kind of the
 * contract does not compile until it stands here.
 */
const snapshots: {
  readonly [K in ReportTarget['kind']]: (
    client: Queryable,
    actor: Actor,
    target: TargetOf<K>,
  ) => Promise<Snapshot | undefined>
} = {
  async person(client, actor, { id }) {
    const person = await nameable(client, actor, id.toLowerCase())
    if (!person) return undefined
    const { firstname, lastname, userType, specialization, bio, profileImg } = person
    return {
      subjectId: person.id,
      fields: { firstname, lastname, userType, specialization, bio, profileImg },
    }
  },
}

export function snapshotOf(
  client: Queryable,
  actor: Actor,
  target: ReportTarget,
): Promise<Snapshot | undefined> {
  return snapshots[target.kind](client, actor, target)
}

import type { ReportTarget } from '#contract/safety/model.ts'
import type { Queryable } from '#server/db/queryable.ts'
import { messageSnapshot } from '#server/features/chat/service.ts'
import type { Actor } from '#server/http/actor.ts'
import { nameable } from './block.ts'

/** A copy of what was reported, as the reporter could see it, and whose it is. */
export interface Snapshot {
  readonly subjectId: string
  readonly fields: Readonly<Record<string, unknown>>
}

/**
 * A copy of what is reported; undefined for what the reporter cannot see. A new kind of the contract does not compile
 * until it stands here.
 */
export function snapshotOf(
  client: Queryable,
  actor: Actor,
  target: ReportTarget,
): Promise<Snapshot | undefined> {
  switch (target.kind) {
    case 'person':
      return personSnapshot(client, actor, target.id)
    case 'message':
      return messageSnapshot(client, actor, target.id)
  }
}

async function personSnapshot(
  client: Queryable,
  actor: Actor,
  id: string,
): Promise<Snapshot | undefined> {
  const person = await nameable(client, actor, id.toLowerCase())
  if (!person) return undefined
  const { firstname, lastname, userType, specialization, bio, profileImg } = person
  return {
    subjectId: person.id,
    fields: { firstname, lastname, userType, specialization, bio, profileImg },
  }
}

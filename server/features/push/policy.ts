import type { Actor } from '#server/http/session/actor.ts'
import type { Verdict } from '#server/http/session/authorize.ts'

/** What belongs to one person: their settings, or a device of theirs. */
export interface OwnPush {
  readonly userId: string
}

/** Nobody sees or changes what another person is notified of; to them it is not there. */
export function isOwnPush(actor: Actor, { userId }: OwnPush): Verdict {
  return userId === actor.userId ? 'allow' : 'not_found'
}

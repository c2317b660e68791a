import type { Verdict } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'

/** Where one author's items stand. */
export interface Shelf {
  readonly authorId: string
}

/** What decides about an item: whose it is, and whether that author is listed (verified and not suspended). */
export interface ItemFacts extends Shelf {
  readonly listed: boolean
}

/** Spec 6: care providers publish; before their review nothing of theirs is published. */
export function onlyPublishers(actor: Actor): Verdict {
  return actor.verifiedProvider && !actor.superAdmin ? 'allow' : 'forbidden'
}

/** People publish under their own name alone. */
export function mayPublish(actor: Actor, shelf: Shelf): Verdict {
  return shelf.authorId === actor.userId ? onlyPublishers(actor) : 'forbidden'
}

/** What somebody was sent is theirs alone. */
export function isReader(actor: Actor, { userId }: { readonly userId: string }): Verdict {
  return userId === actor.userId ? 'allow' : 'not_found'
}

/** Every member reads what listed authors published; an author reads their own always. */
export function mayRead(actor: Pick<Actor, 'userId'>, item: ItemFacts): Verdict {
  return item.listed || item.authorId === actor.userId ? 'allow' : 'not_found'
}

/** Only its author changes an item; to others who may read it that is forbidden, to the rest it is not there. */
export function mayEdit(actor: Actor, item: ItemFacts): Verdict {
  const readable = mayRead(actor, item)
  return readable === 'allow' ? mayPublish(actor, item) : readable
}

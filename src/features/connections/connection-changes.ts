import type { UserDatabase } from '#src/offline/storage/database.ts'

/** How many changes of one's connections this page has begun, by the database they belong to. */
const changes = new WeakMap<UserDatabase, number>()

export function changesSoFar(db: UserDatabase): number {
  return changes.get(db) ?? 0
}

/** Says that a list fetched before this moment may be out of date. */
export function noteChange(db: UserDatabase): void {
  changes.set(db, changesSoFar(db) + 1)
}

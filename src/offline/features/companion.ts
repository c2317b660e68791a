import type { LocalDate } from '#contract/local-date.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'

/** What this device alone knows of a young person's companion. */
export interface CompanionState {
  /** What they call it. */
  name?: string
  /** The day of each breath exercise that was taken on this device. */
  breaths: LocalDate[]
  /** All check-ins of the account were fetched once: the companion is as grown here as it was elsewhere. */
  wholeHistory?: true
}

/** For a live query. */
export async function readCompanion(db: UserDatabase): Promise<CompanionState> {
  const row = await db.meta.get('companion')
  if (row?.key !== 'companion') return { breaths: [] }
  const { key: _key, ...state } = row
  return state
}

/** An empty name takes it away. */
export async function nameCompanion(db: UserDatabase, name: string): Promise<void> {
  await change(db, ({ name: _before, ...rest }) => (name ? { ...rest, name } : rest))
}

/** Counts a breath exercise that was taken on a day. */
export async function countBreath(db: UserDatabase, day: LocalDate): Promise<void> {
  await change(db, (state) => ({ ...state, breaths: [...state.breaths, day] }))
}

export async function noteWholeHistory(db: UserDatabase): Promise<void> {
  await change(db, (state) => ({ ...state, wholeHistory: true }))
}

async function change(
  db: UserDatabase,
  make: (state: CompanionState) => CompanionState,
): Promise<void> {
  await userTransaction(db, [], async () => {
    await db.meta.put({ key: 'companion', ...make(await readCompanion(db)) })
  })
}

import type { LocalDate } from '#contract/local-date.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'

/** What this device knows of a young person's beginning. */
export interface WelcomeState {
  /** They logged in here, and nothing has shown yet whether it was for the first time. */
  readonly due: boolean
  /** The day on which they began, where that was here. */
  readonly firstDay?: LocalDate
}

/** Undefined for a session that no login on this device has opened. For a live query. */
export async function readWelcome(db: UserDatabase): Promise<WelcomeState | undefined> {
  const row = await db.meta.get('welcome')
  return row?.key === 'welcome' ? row : undefined
}

/** A young person has logged in. */
export async function noteLogin(db: UserDatabase): Promise<void> {
  await userTransaction(db, [], async () => {
    if (!(await db.meta.get('welcome'))) await db.meta.put({ key: 'welcome', due: true })
  })
}

/** They were welcomed, on the first of their days here; or they are known, and have no first day. */
export async function endWelcome(db: UserDatabase, firstDay?: LocalDate): Promise<void> {
  await userTransaction(db, [], () =>
    db.meta.put({ key: 'welcome', due: false, ...(firstDay && { firstDay }) }),
  )
}

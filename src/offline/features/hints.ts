import type { LocalDate } from '#contract/local-date.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'

/** More than these are not remembered: the oldest hint could then show once more. */
const dismissedMax = 500

/** The hint that is put away by whoever wants no look back at their weeks. */
export const lookBackOff = 'lookback'

/** The hints that the person has put away on this device. For a live query. */
export async function readDismissed(db: UserDatabase): Promise<ReadonlySet<string>> {
  const row = await db.meta.get('dismissed')
  return new Set(row?.key === 'dismissed' ? row.ids : [])
}

/** Shows a hint again that was put away. */
export async function restoreHint(db: UserDatabase, id: string): Promise<void> {
  await userTransaction(db, [], async () => {
    const others = [...(await readDismissed(db))].filter((one) => one !== id)
    await db.meta.put({ key: 'dismissed', ids: others })
  })
}

/** Remembers that the person does not need a hint any more. `id` names the hint and what it is about. */
export async function dismiss(db: UserDatabase, id: string): Promise<void> {
  await userTransaction(db, [], async () => {
    const before = [...(await readDismissed(db))].filter((one) => one !== id)
    await db.meta.put({ key: 'dismissed', ids: [...before, id].slice(-dismissedMax) })
  })
}

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

import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'

/** What was written and not saved, on an earlier visit or before the app was closed; undefined when nothing was. */
export async function readBioDraft(db: UserDatabase): Promise<string | undefined> {
  const row = await db.meta.get('bioDraft')
  return row?.key === 'bioDraft' ? row.text : undefined
}

/** Keeps what is being written in the person's own database; a text equal to the saved one is no draft. */
export async function keepBioDraft(db: UserDatabase, text: string, saved: string): Promise<void> {
  await userTransaction(db, [], async () => {
    if (text === saved) await db.meta.delete('bioDraft')
    else await db.meta.put({ key: 'bioDraft', text })
  })
}

export async function dropBioDraft(db: UserDatabase): Promise<void> {
  await userTransaction(db, [], () => db.meta.delete('bioDraft'))
}

import type { JSHandle, Page } from '@playwright/test'
import type { StorageBuckets } from '#src/offline/storage/user-storage.ts'

export type UserFactory = Pick<IDBFactory, 'open' | 'databases'>
type WithBuckets = Navigator & { readonly storageBuckets: StorageBuckets }

/** The names of the databases of people that are on this device, in a bucket or beside everybody else's. */
export async function userDatabases(page: Page): Promise<string[]> {
  const names = await page.evaluate(async () => {
    const { storageBuckets } = navigator as WithBuckets
    const common = (await indexedDB.databases()).map(({ name = '' }) => name)
    return [...(await storageBuckets.keys()), ...common]
  })
  return [...new Set(names)].filter((name) => name.startsWith('zync-u-'))
}

/** Where the database of that name is, for the code of a test in the page; nothing is made by asking. */
export async function factoryOf(page: Page, name: string): Promise<JSHandle<UserFactory>> {
  return await page.evaluateHandle(async (name) => {
    const { storageBuckets } = navigator as WithBuckets
    if (!(await storageBuckets.keys()).includes(name)) return indexedDB
    return (await storageBuckets.open(name)).indexedDB
  }, name)
}

/** Resolves once the app has made the database of that name with all its tables. */
export async function waitForDatabase(page: Page, name: string): Promise<void> {
  await page.waitForFunction(async (name) => {
    const { storageBuckets } = navigator as WithBuckets
    if (!(await storageBuckets.keys()).includes(name)) return false
    const known = await (await storageBuckets.open(name)).indexedDB.databases()
    return known.some((one) => one.name === name && (one.version ?? 0) > 1)
  }, name)
}

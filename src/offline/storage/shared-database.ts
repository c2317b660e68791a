import Dexie, { type EntityTable, type Table } from 'dexie'
import type { ProviderCard } from '#contract/account/profile.ts'
import { type foldVersion, searchKey } from '#contract/fold.ts'
import type { Video } from '#contract/library/model.ts'
import { fitKey, fitKeyParts, providerSearchText } from '#contract/providers/model.ts'
import type { CachedArticle, LibraryCursor } from '#src/offline/features/library.ts'
import { tabLock } from '#src/offline/session/session-start.ts'
import { askToGiveWay, emptyDatabase } from './user-storage.ts'

/** A care provider as this device keeps them. */
export interface StoredProvider extends ProviderCard {
  /** Of which shape the card is: a build finds its own alone. */
  shape: number
  /** How well they fit the reader, and the name, as lists are sorted by them: `fitKey`. */
  nameKey: string
  /** What is searched. */
  searchText: string
}

/** What the server said of a list as a whole, by the list's name. */
export interface CachedList {
  readonly name: string
  readonly count: number
  /** Epoch milliseconds, by this device's clock, at which the whole list had come. */
  readonly asOfMs: number
}

/** Facts about this copy of the data, by key. */
export type SharedFact =
  /** For whom the directory was fetched: what one person may see is not shown to the next on this device. */
  | { key: 'directoryViewer'; viewerId: string }
  | {
      key: 'providerCounts'
      counts: Readonly<Record<string, number>>
      seesMinors?: Readonly<Record<string, number>> | undefined
      asOfMs: number
    }
  | ({ key: 'library' } & LibraryCursor)

const sharedName = 'zync-shared'

/** The version of this database that folds anew what is stored, for each `foldVersion`. */
export const foldedIn = { 1: 3, 2: 4 } as const satisfies Record<typeof foldVersion, number> &
  Readonly<Record<number, number>>

/**
 * What this device keeps of things that belong to nobody in particular, so that they can be looked at offline: the
 * directory of care providers and the library. All of it can be fetched again; nothing that somebody wrote is ever in it,
 * and nothing in it names a person of this device: for whom it was fetched is said by a random id of their database.
 */
export class SharedDatabase extends Dexie {
  providers!: EntityTable<StoredProvider, '_id'>
  providerLists!: Table<CachedList, string>
  articles!: EntityTable<CachedArticle, '_id'>
  videos!: EntityTable<Video, '_id'>
  facts!: Table<SharedFact, SharedFact['key']>

  constructor() {
    super(sharedName)
    this.version(1).stores({
      providers: '_id, [shape+specialization+nameKey]',
      providerLists: 'name',
      facts: 'key',
    })
    this.version(2).stores({ articles: '_id', videos: '_id' })
    for (const version of Object.values(foldedIn)) {
      this.version(version)
        .stores({})
        .upgrade((transaction) => foldAnew(transaction.table('providers')))
    }
    // Another tab runs a newer build: it may upgrade, and this one opens anew with its next query.
    this.on('versionchange', () => {
      this.close({ disableAutoOpen: false })
      return false
    })
  }
}

/** Cards that an older build stored are found by what this one folds a name to. */
async function foldAnew(providers: Table<StoredProvider, string>): Promise<void> {
  await providers.toCollection().modify((card) => {
    const fit = fitKeyParts(card.nameKey)?.fit ?? 3
    card.nameKey = fitKey(fit, searchKey(card.name))
    card.searchText = providerSearchText(card)
  })
}

let opened: SharedDatabase | undefined

/** The one handle of this page or worker. */
export function sharedDatabase(): SharedDatabase {
  opened ??= new SharedDatabase()
  return opened
}

/** The copies that an older build kept under a person's own id go on under their random one; those of others end. */
export async function renameViewer(userId: string, viewerId: string): Promise<void> {
  const { facts } = sharedDatabase()
  await facts.filter((fact) => 'userId' in fact && fact.userId !== userId).delete()
  await facts
    .filter((fact) => 'userId' in fact)
    .modify((fact, ref) => {
      const { userId: _, ...rest } = fact as SharedFact & { userId: string }
      ref.value = { ...rest, viewerId } as SharedFact
    })
}

/** The next look at the library follows it from its beginning. Where that cannot be noted, the copy stays as it is. */
export async function readLibraryAnew(): Promise<void> {
  await sharedDatabase()
    .facts.where('key')
    .equals('library')
    .modify((fact, ref) => {
      if (fact.key === 'library') ref.value = { ...fact, since: 0 }
    })
    .catch(() => undefined)
}

/**
 * Nobody's copies are left. The deletion would wait for a tab that sleeps, and whoever opens the database next for the
 * deletion: beside another tab it is emptied alone.
 */
export async function deleteShared(): Promise<void> {
  const emptied = await emptyDatabase(sharedName)
  const { held = [] } = await navigator.locks.query()
  const tabs = held.filter(({ name }) => name === tabLock).length
  if (!emptied || tabs <= 1) await askToGiveWay(globalThis.indexedDB, sharedName)
}

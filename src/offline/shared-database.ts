import Dexie, { type EntityTable, type Table } from 'dexie'
import type { ProviderCard } from '#contract/account/model.ts'
import type { Video } from '#contract/library/model.ts'
import type { KeptArticle, LibraryPlace } from './library-rows.ts'

/** A care provider as this device keeps them. */
export interface StoredProvider extends ProviderCard {
  /** Of which shape the card is: a build finds its own alone. */
  shape: number
  /** The name as lists are sorted by it. */
  nameKey: string
  /** What is searched. */
  searchText: string
}

/** What the server said of a list as a whole, by the list's name. */
export interface KeptList {
  readonly name: string
  readonly count: number
  /** Epoch milliseconds, by this device's clock, at which the whole list had come. */
  readonly asOfMs: number
}

/** Facts about this copy of the data, by key. */
export type SharedFact =
  /** As whom the directory was fetched: what one person may see is not shown to the next on this device. */
  | { key: 'directoryViewer'; userId: string }
  | { key: 'providerCounts'; counts: Readonly<Record<string, number>>; asOfMs: number }
  | ({ key: 'library' } & LibraryPlace)

/**
 * What this device keeps of things that belong to nobody in particular, so that they can be looked at offline: the
 * directory of care providers and the library. All of it can be fetched again; nothing that somebody wrote is ever in it.
 */
export class SharedDatabase extends Dexie {
  providers!: EntityTable<StoredProvider, '_id'>
  providerLists!: Table<KeptList, string>
  articles!: EntityTable<KeptArticle, '_id'>
  videos!: EntityTable<Video, '_id'>
  facts!: Table<SharedFact, SharedFact['key']>

  constructor() {
    super('zync-shared')
    this.version(1).stores({
      providers: '_id, [shape+specialization+nameKey]',
      providerLists: 'name',
      facts: 'key',
    })
    this.version(2).stores({ articles: '_id', videos: '_id' })
    // Another tab runs a newer build: it may upgrade, and this one opens anew with its next query.
    this.on('versionchange', () => {
      this.close({ disableAutoOpen: false })
      return false
    })
  }
}

let opened: SharedDatabase | undefined

/** The one handle of this page or worker. */
export function sharedDatabase(): SharedDatabase {
  opened ??= new SharedDatabase()
  return opened
}

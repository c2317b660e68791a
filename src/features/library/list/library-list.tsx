import { useCallback, useRef, useState, type ReactNode } from 'react'
import { languageFacts, type Language } from '#contract/language.ts'
import {
  allCategories,
  type CategoryFilter,
  type WellnessCategory,
  type Author,
} from '#contract/library/model.ts'
import { ResourceMissing, ResourceStale } from '#src/data/resource-view.tsx'
import { useLive } from '#src/data/resource.ts'
import type { Loaded } from '#src/data/resource.ts'
import { knownData } from '#src/data/use-refresh.ts'
import { useSpeech } from '#src/i18n/choose-language.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatMoment } from '#src/lib/dates.ts'
import { useStore } from '#src/lib/store.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import { readHidden } from '#src/offline/features/safety.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { SegmentedControl } from '#src/ui/choice/segmented-control.tsx'
import { VirtualList } from '#src/ui/list/virtual-list.tsx'
import { FailureBanner } from '#src/ui/message/banner.tsx'
import { olderMax } from '../data/library-calls.ts'
import type { StoredItems } from '../data/library-store.ts'
import { chooseListLanguages, isIn, listLanguages } from '../language.tsx'
import styles from './library-list.module.css'

/** What articles and videos have in common. */
interface Item {
  readonly _id: string
  readonly category: WellnessCategory
  readonly language?: string | undefined
  readonly author: Author
}

export interface LibraryListProps<Of extends Item> {
  db: UserDatabase
  /** Names the list, so that a way back finds it as it was left. */
  id: string
  of: Loaded<StoredItems<Of>>
  stored: StoredItems<Of>
  category: CategoryFilter
  /** The product's words where the items of this category could not be read. */
  failed: string
  /** In place of an empty list. */
  empty: ReactNode
  /** Fetches what is older than an item, of one language alone where one is given. Rejects as the call does. */
  fetchOlder: (before: string, language: Language | undefined) => Promise<readonly Of[]>
  renderItem: (item: Of) => ReactNode
}

/** A card's height before it was drawn, in pixels. */
const cardPx = 300

/**
 * The items of a category in one's own language, or in all: those that this device has stored, and older ones as the person
 * asks for them. A language of which it has none hides nothing.
 */
export function LibraryList<Of extends Item>(props: LibraryListProps<Of>) {
  const { db, stored, category } = props
  const unhidden = useUnhidden<Of>(db)
  const { language } = useSpeech()
  const choice = useStore(listLanguages)
  const control = useRef<HTMLDivElement>(null)
  const everything = unhidden(stored.items)
  const items = everything.filter((item) => isOf(category, item))
  const own = items.filter((item) => isIn(language, item))
  const isMixed = hasOthers(everything, language) && everything.some((one) => isIn(language, one))
  const only = choice === 'own' && isMixed && own.length > 0 ? language : undefined

  function showAll() {
    chooseListLanguages('all')
    control.current?.querySelector<HTMLInputElement>('[value=all]')?.focus()
  }

  return (
    <>
      {isMixed && (
        <div ref={control}>
          <SegmentedControl
            legend={m.library_languages()}
            options={[
              { value: 'own', label: languageFacts[language].name },
              { value: 'all', label: m.library_languages_all() },
            ]}
            value={choice}
            onChange={chooseListLanguages}
          />
        </div>
      )}
      {choice === 'own' && own.length === 0 && items.length > 0 && (
        <p className={styles.facts}>{m.library_languages_none()}</p>
      )}
      <ItemList
        {...props}
        key={only ?? 'all'}
        items={only ? own : items}
        unhidden={unhidden}
        only={only}
      />
      {only && hasOthers(items, language) && (
        <div className={styles.others}>
          <p className={styles.muted}>{m.library_languages_more()}</p>
          <Button look="secondary" size="small" icon="globe" onClick={showAll}>
            {m.library_languages_all()}
          </Button>
        </div>
      )}
    </>
  )
}

function hasOthers(items: readonly Item[], language: Language): boolean {
  return items.some((item) => !isIn(language, item))
}

interface ItemListProps<Of extends Item> extends LibraryListProps<Of> {
  /** Those of the stored list that are shown. */
  items: readonly Of[]
  unhidden: (items: readonly Of[]) => readonly Of[]
  /** The one language that is shown; undefined for all. */
  only: Language | undefined
}

function ItemList<Of extends Item>(props: ItemListProps<Of>) {
  const { id, of, stored, failed, empty, fetchOlder, renderItem, unhidden, only } = props
  const older = useOlder(stored.oldest ?? undefined, (before) => fetchOlder(before, only))
  const items = [...props.items, ...unhidden(older.items)]
  if (!older.more && !knownData(items, of.refresh))
    return <LibraryMissing of={of} failed={failed} />
  return (
    <>
      <LibraryAsOf of={of} failed={failed} asOfMs={stored.asOfMs} />
      {items.length === 0 && !older.more && empty}
      <VirtualList
        id={only ? `${id} ${only}` : id}
        items={items}
        keyOf={({ _id }) => _id}
        rowPx={cardPx}
      >
        {renderItem}
      </VirtualList>
      <FailureBanner text={older.error !== undefined && failureText(older.error, failed)} />
      {older.more && (
        <Button look="secondary" wide busy={older.loading} onClick={older.more}>
          {m.library_more()}
        </Button>
      )}
    </>
  )
}

/** What is shown before this device has anything of the library. */
export function LibraryMissing({ of, failed }: { of: Loaded<unknown>; failed: string }) {
  return <ResourceMissing of={of} failed={failed} skeleton={{ shape: 'card', count: 3 }} />
}

export interface LibraryAsOfProps {
  of: Loaded<unknown>
  failed: string
  /** Epoch milliseconds. */
  asOfMs: number
}

/** From when a list is; and that the server could not be asked just now, where that is so. */
export function LibraryAsOf({ of, failed, asOfMs }: LibraryAsOfProps) {
  const asOf = m.library_as_of({ when: formatMoment(asOfMs) })
  if (of.refresh.status === 'failed') return <ResourceStale of={of} failed={failed} asOf={asOf} />
  return <output className={styles.facts}>{asOf}</output>
}

interface Older<Of> {
  readonly items: readonly Of[]
  /** Fetches older ones; undefined where there are none. */
  readonly more: (() => void) | undefined
  readonly loading: boolean
  /** Why the last press brought none. */
  readonly error: unknown
}

/** What the server has behind the end of a stored list: fetched as it is asked for, never stored. */
function useOlder<Of extends Item>(
  /** The last item of the stored list; undefined where the list is whole. */
  end: string | undefined,
  fetchOlder: (before: string) => Promise<readonly Of[]>,
): Older<Of> {
  const [fetched, setFetched] = useState<{ end: string; items: readonly Of[]; done: boolean }>()
  const [loading, setLoading] = useState(false)
  const [error, setError] = useState<unknown>()
  // Where the stored list grew meanwhile, a part of what was fetched is in it; one that begins behind a newer end has a hole.
  const behind = end && fetched && fetched.end >= end ? fetched : undefined
  const items = behind?.items.filter(({ _id }) => !end || _id < end) ?? []

  async function fetchMore(from: string) {
    setLoading(true)
    setError(undefined)
    try {
      const next = await fetchOlder(items.at(-1)?._id ?? from)
      setFetched({ end: from, items: [...items, ...next], done: next.length < olderMax })
    } catch (caught) {
      setError(caught)
    } finally {
      setLoading(false)
    }
  }

  const open = end !== undefined && !behind?.done
  return {
    items,
    more: open ? () => void fetchMore(end) : undefined,
    loading,
    error,
  }
}

function isOf(category: CategoryFilter, item: Item): boolean {
  return category === allCategories || item.category === category
}

/** Leaves out what authors wrote whom the person has blocked. */
export function useUnhidden<Item extends { readonly author: { readonly _id: string } }>(
  db: UserDatabase,
): (items: readonly Item[]) => readonly Item[] {
  const hidden = useLive(db, () => readHidden(db), [], none)
  return useCallback(
    (items) => (hidden.size === 0 ? items : items.filter(({ author }) => !hidden.has(author._id))),
    [hidden],
  )
}

const none: ReadonlySet<string> = new Set()

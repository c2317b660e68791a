import { useMemo, useState, type ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import type { StoredProvider } from '#src/offline/storage/shared-database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { itemsReached, VirtualList } from '#src/ui/list/virtual-list.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { findProviders, isSearching, type DirectorySearch } from './directory-filter.ts'
import { DirectoryFilters } from './directory-filters.tsx'
import styles from './directory-list.module.css'

export interface DirectoryListProps {
  /** Names the list, so that a way back finds where it was left. */
  listId: string
  providers: readonly StoredProvider[]
  /** How many more there are than have been read so far. */
  rest: number
  /** Not all of them have come to this device: nothing that is said here may claim to be the whole. */
  part: boolean
  /** What the page's address asks for. */
  initial: DirectorySearch
  /** Writes what is searched now into the address, so that a way back finds it. */
  onSearch: (search: DirectorySearch) => void
  renderCard: (provider: StoredProvider) => ReactNode
  /** Said above the cards, or in place of them. */
  note?: ReactNode
  /** A list shorter than this is seen at a glance and needs no search. */
  searchFrom?: number
  /** Said when no provider is found. */
  none: string
  noneText: string
}

/** A card's height before it was drawn, in pixels. */
const cardPx = 320

/** A list of providers that is searched, narrowed and sorted on the device, at once however long it is. */
export function DirectoryList(props: DirectoryListProps) {
  const { listId, providers, rest, part, initial, onSearch, renderCard, none, noneText } = props
  const { searchFrom = 0, note } = props
  const [search, setSearch] = useState(initial)
  const found = useMemo(() => findProviders(providers, search), [providers, search])

  function change(next: DirectorySearch) {
    setSearch(next)
    onSearch(next)
  }

  if (providers.length === 0) {
    return (
      <div className={styles.screen}>
        {part ? <NoneYet /> : <EmptyState emoji="🔎" title={none} text={noneText} />}
        {note}
      </div>
    )
  }
  return (
    <div className={styles.screen}>
      {providers.length >= searchFrom && (
        <>
          <DirectoryFilters all={providers} search={search} onSearch={change} />
          <output className={styles.count}>
            {part
              ? m.providers_found_part({ count: found.length })
              : m.providers_found({ count: found.length + rest })}
          </output>
        </>
      )}
      {note}
      {found.length === 0 && part && <NoneYet />}
      {found.length === 0 && !part && (
        <EmptyState
          emoji="🔎"
          title={none}
          text={m.providers_no_match_text()}
          action={
            <Button look="secondary" onClick={() => change({})}>
              {m.providers_show_all()}
            </Button>
          }
        />
      )}
      <VirtualList
        id={searchedListId(listId, search)}
        items={found}
        rest={isSearching(search) ? 0 : rest}
        keyOf={({ _id }) => _id}
        rowPx={cardPx}
      >
        {renderCard}
      </VirtualList>
    </div>
  )
}

/** No provider was found in a part of a list: the rest has not been searched. */
function NoneYet() {
  return (
    <EmptyState emoji="🔎" title={m.providers_none_part()} text={m.providers_none_part_text()} />
  )
}

/** How many of a list its first paint needs; all of them where something is searched. */
export function neededAtFirst(listId: string, search: DirectorySearch): number {
  return isSearching(search)
    ? Number.POSITIVE_INFINITY
    : itemsReached(searchedListId(listId, search))
}

function searchedListId(listId: string, search: DirectorySearch): string {
  return `${listId} ${JSON.stringify(search)}`
}

import { useMemo, useState, type ReactNode } from 'react'
import type { ProviderCard as Provider } from '#contract/account/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { findProviders, searchable, type DirectorySearch } from './directory-filter.ts'
import { DirectoryFilters } from './directory-filters.tsx'
import styles from './directory-list.module.css'
import { ListEnd, useGrowingList } from './growing-list.tsx'

export interface DirectoryListProps {
  cards: readonly Provider[]
  /** What the page's address asks for. */
  initial: DirectorySearch
  /** Keeps what is searched now, so that a way back finds it. */
  onSearch: (search: DirectorySearch) => void
  renderCard: (card: Provider) => ReactNode
  /** Said when nobody is found. */
  none: string
  noneText: string
}

/** A list of providers that is searched, narrowed and sorted on the device, at once however long it is. */
export function DirectoryList(props: DirectoryListProps) {
  const { cards, initial, onSearch, renderCard, none, noneText } = props
  const [search, setSearch] = useState(initial)
  const all = useMemo(() => searchable(cards), [cards])
  const found = useMemo(() => findProviders(all, search), [all, search])
  const { shown, more } = useGrowingList(found, JSON.stringify(search))

  function change(next: DirectorySearch) {
    setSearch(next)
    onSearch(next)
  }

  if (cards.length === 0) return <EmptyState emoji="🔎" title={none} text={noneText} />
  return (
    <div className={styles.screen}>
      <DirectoryFilters all={all} search={search} onSearch={change} />
      <output className={styles.count}>{m.providers_found({ count: found.length })}</output>
      {found.length === 0 && (
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
      <ul className={styles.list}>
        {shown.map((card) => (
          <li key={card._id} className={styles.item}>
            {renderCard(card)}
          </li>
        ))}
      </ul>
      {more && <ListEnd onReach={more} />}
    </div>
  )
}

import { useMemo, useState, type ReactNode } from 'react'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { StoredProvider } from '#src/offline/storage/shared-database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { Select } from '#src/ui/field/inputs.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import { itemsReached, VirtualList } from '#src/ui/list/virtual-list.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import {
  findProviders,
  isSearching,
  type DirectorySearch,
  choicesIn,
  filtersOn,
} from './directory-filter.ts'
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

export interface DirectoryFiltersProps {
  all: readonly StoredProvider[]
  search: DirectorySearch
  onSearch: (search: DirectorySearch) => void
}

/** The search box of a directory, and what it can be narrowed and sorted by. */
function DirectoryFilters({ all, search, onSearch }: DirectoryFiltersProps) {
  const on = filtersOn(search)
  const [open, setOpen] = useState(on > 0 || search.sort !== undefined)
  return (
    <search className={styles.search}>
      <Field label={m.providers_search()} hideLabel>
        <TextInput
          type="search"
          value={search.q ?? ''}
          placeholder={m.providers_search()}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
          onChange={(event) => onSearch({ ...search, q: event.target.value || undefined })}
        />
      </Field>
      <details
        className={styles.more}
        open={open}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary className={styles.summary}>
          <Icon name="settings" size={20} />
          {on === 0 ? m.providers_filters() : m.providers_filters_n({ count: on })}
        </summary>
        {open && (
          <div className={styles.filters}>
            <Choices all={all} search={search} onSearch={onSearch} />
            <Checkbox
              label={m.providers_filter_minors()}
              checked={search.minors ?? false}
              onChange={(event) =>
                onSearch({ ...search, minors: event.target.checked ? true : undefined })
              }
            />
            {on > 0 && (
              <Button
                className={styles.clear}
                look="quiet"
                icon="close"
                onClick={() => onSearch({ q: search.q, sort: search.sort })}
              >
                {m.providers_filter_clear()}
              </Button>
            )}
          </div>
        )}
      </details>
    </search>
  )
}

/** Only what a provider in the list is or speaks can be chosen, and what is chosen already. */
function Choices({ all, search, onSearch }: DirectoryFiltersProps) {
  const { languages, genders, countries } = useMemo(() => choicesIn(all), [all])
  return (
    <>
      <Choice
        label={m.providers_filter_language()}
        any={m.providers_filter_language_any()}
        options={languages}
        value={search.language}
        onChoose={(language) => onSearch({ ...search, language })}
      />
      <Choice
        label={m.providers_filter_gender()}
        any={m.providers_filter_gender_any()}
        options={genders}
        value={search.gender}
        onChoose={(gender) => onSearch({ ...search, gender })}
      />
      <Choice
        label={m.providers_filter_country()}
        any={m.providers_filter_country_any()}
        options={countries}
        value={search.country}
        onChoose={(country) => onSearch({ ...search, country })}
      />
      <Field label={m.providers_sort()}>
        <Select
          value={search.sort ?? 'fit'}
          onChange={(event) => onSearch({ ...search, sort: sortIn(event.target.value) })}
        >
          <option value="fit">{m.providers_sort_fit()}</option>
          <option value="name">{m.providers_sort_name()}</option>
          <option value="newest">{m.providers_sort_newest()}</option>
        </Select>
      </Field>
    </>
  )
}

function sortIn(value: string): DirectorySearch['sort'] {
  return value === 'name' || value === 'newest' ? value : undefined
}

interface ChoiceProps {
  label: string
  any: string
  options: readonly string[]
  value: string | undefined
  onChoose: (value: string | undefined) => void
}

function Choice({ label, any, options, value, onChoose }: ChoiceProps): ReactNode {
  const shown = value === undefined || options.includes(value) ? options : [value, ...options]
  return (
    <Field label={label}>
      <Select value={value ?? ''} onChange={(event) => onChoose(event.target.value || undefined)}>
        <option value="">{any}</option>
        {shown.map((option) => (
          <option key={option} value={option}>
            {term(option)}
          </option>
        ))}
      </Select>
    </Field>
  )
}

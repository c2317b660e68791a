import { useMemo, useState, type ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import type { StoredProvider } from '#src/offline/storage/shared-database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import { Select } from '#src/ui/field/select.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { choicesIn, filtersOn, type DirectorySearch } from './directory-filter.ts'
import styles from './directory-filters.module.css'

export interface DirectoryFiltersProps {
  all: readonly StoredProvider[]
  search: DirectorySearch
  onSearch: (search: DirectorySearch) => void
}

/** The search box of a directory, and what it can be narrowed and sorted by. */
export function DirectoryFilters({ all, search, onSearch }: DirectoryFiltersProps) {
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
          <option key={option}>{option}</option>
        ))}
      </Select>
    </Field>
  )
}

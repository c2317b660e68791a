import { useId } from 'react'
import type { UserType } from '#contract/account/model.ts'
import { baseLanguage, directionOf } from '#contract/language.ts'
import type { LocalDate } from '#contract/local-date.ts'
import { countries, countryNamed, statesOf } from '#contract/reference/countries.ts'
import { stateTerm, term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatNumber } from '#src/i18n/speech.ts'
import { monthName } from '#src/lib/dates.ts'
import { FieldMessage, Field, requiredClass } from '#src/ui/field/field.tsx'
import { Select } from '#src/ui/field/inputs.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import {
  birthParts,
  birthText,
  birthYears,
  daysIn,
  type BirthParts,
  usePersonalForm,
} from './personal-form.ts'
import styles from './personal-step.module.css'

/** Three short lists: a phone's calendar would have to be turned back month by month through a whole life. */
export function BirthDateField({ type, today }: { type: UserType; today: LocalDate }) {
  const id = useId()
  const { values, change, errorOf } = usePersonalForm()
  const years = birthYears(type, today)
  const typed = birthParts(values.birthDate)
  // A year chosen for another kind of account is chosen anew.
  const parts = { ...typed, year: years.includes(typed.year) ? typed.year : '' }
  const choose = (part: Partial<BirthParts>) =>
    change({ birthDate: birthText({ ...parts, ...part }) })
  const error = errorOf('birthDate')
  return (
    <fieldset className={styles.birth} aria-describedby={`${id}-hint ${id}-error`}>
      <legend className={styles.legend}>
        <span className={requiredClass}>{m.register_birth_date()}</span>
      </legend>
      <div className={styles.parts}>
        <Part
          label={m.register_day()}
          autoComplete="bday-day"
          value={parts.day}
          invalid={!!error}
          options={days(parts)}
          onChoose={(day) => choose({ day })}
        />
        <Part
          label={m.register_month()}
          autoComplete="bday-month"
          value={parts.month}
          invalid={!!error}
          options={months()}
          onChoose={(month) => choose({ month })}
        />
        <Part
          label={m.register_year()}
          autoComplete="bday-year"
          value={parts.year}
          invalid={!!error}
          options={years.map((year) => ({
            value: year,
            label: formatNumber(Number(year), { useGrouping: false }),
          }))}
          onChoose={(year) => choose({ year })}
        />
      </div>
      {type === 'Adolescent' && (
        <p className={styles.hint} id={`${id}-hint`}>
          {m.register_type_genz_hint()}
        </p>
      )}
      <FieldMessage id={`${id}-error`} text={error} />
    </fieldset>
  )
}

interface PartProps {
  label: string
  autoComplete: string
  value: string
  invalid: boolean
  options: readonly { value: string; label: string }[]
  onChoose: (value: string) => void
}

function Part({ label, autoComplete, value, invalid, options, onChoose }: PartProps) {
  return (
    <Field label={label} hideLabel required>
      <Select
        value={value}
        autoComplete={autoComplete}
        aria-invalid={invalid || undefined}
        onChange={(event) => onChoose(event.target.value)}
      >
        <option value="">{label}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function days({ year, month }: BirthParts) {
  return Array.from({ length: daysIn(year, month) }, (_, index) => ({
    value: twoDigits(index + 1),
    label: formatNumber(index + 1),
  }))
}

/** The months by their names: no order of day and month to get wrong. */
function months() {
  return Array.from({ length: 12 }, (_, index) => ({
    value: twoDigits(index + 1),
    label: monthName(index + 1),
  }))
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

/** Country, then what depends on it: spec 4, another country clears state and phone. */
export function LocationFields() {
  const { values, change, errorOf } = usePersonalForm()
  const country = countryNamed(values.country)
  return (
    <>
      <Field label={m.register_country()} error={errorOf('country')} required>
        <Select
          value={values.country}
          autoComplete="country-name"
          onChange={(event) => change({ country: event.target.value, state: '', phoneNumber: '' })}
        >
          <option value="">{m.register_choose()}</option>
          {countries.map(({ iso2, name }) => (
            <option key={iso2} value={name}>
              {term(name)}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={m.register_state()}
        hint={country ? undefined : m.register_country_first()}
        error={errorOf('state')}
        required
      >
        <Select
          value={values.state}
          autoComplete="address-level1"
          disabled={!country}
          onChange={(event) => change({ state: event.target.value })}
        >
          <option value="">{m.register_choose()}</option>
          {country &&
            statesOf(country.name).map((name) => (
              <StateOption key={name} name={name} country={country.name} />
            ))}
        </Select>
      </Field>
      <Field
        label={m.register_phone()}
        hint={
          country ? m.register_phone_hint({ prefix: country.prefix }) : m.register_country_first()
        }
        error={errorOf('phoneNumber')}
        required
      >
        <div className={styles.phone}>
          {country && <span className={styles.prefix}>{country.prefix}</span>}
          <TextInput
            type="tel"
            inputMode="tel"
            dir="ltr"
            autoComplete="tel-national"
            value={values.phoneNumber}
            disabled={!country}
            onChange={(event) => change({ phoneNumber: event.target.value })}
          />
        </div>
      </Field>
    </>
  )
}

/** A name that the language of the page has no word for says in its own language and direction what it is. */
export function StateOption({ name, country }: { name: string; country: string }) {
  const said = stateTerm(name, country)
  const own = said === name && { lang: baseLanguage, dir: directionOf(baseLanguage) }
  return (
    <option value={name} {...own}>
      {said}
    </option>
  )
}

import { countries, countryNamed } from '#contract/reference/countries.ts'
import { statesOf } from '#contract/reference/states.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Field } from '#src/ui/field/field.tsx'
import { Select } from '#src/ui/field/select.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { usePersonalForm } from './personal-form.ts'
import styles from './personal-step.module.css'

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
              {name}
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
              <option key={name} value={name}>
                {name}
              </option>
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

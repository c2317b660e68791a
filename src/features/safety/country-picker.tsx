import { countries } from '#contract/reference/countries.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Field } from '#src/ui/field/field.tsx'
import { Select } from '#src/ui/field/select.tsx'
import type { HelpPlace } from './help-place.ts'

export interface CountryPickerProps {
  place: HelpPlace | undefined
  onChoose: (place: HelpPlace) => void
}

/** Where the person is now; a number means something else across a border. */
export function CountryPicker({ place, onChoose }: CountryPickerProps) {
  function choose(code: string) {
    const country = countries.find(({ iso2 }) => iso2 === code)
    if (country) onChoose({ country: country.iso2 })
  }

  return (
    <Field label={m.safety_country()}>
      <Select value={place?.country ?? ''} onChange={(event) => choose(event.target.value)}>
        {!place && <option value="">{m.safety_country_choose()}</option>}
        {countries.map(({ iso2, name }) => (
          <option key={iso2} value={iso2}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

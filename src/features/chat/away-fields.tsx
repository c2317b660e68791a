import type { AwayHours } from '#contract/chat/away.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Field } from '#src/ui/field/field.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import styles from './away-fields.module.css'

export interface AwayFieldsProps {
  away: AwayHours
  onChange: (away: AwayHours) => void
}

/** From when to when a care provider does not read, by the clock of this device. */
export function AwayFields({ away, onChange }: AwayFieldsProps) {
  const wrong = away.from === away.to ? m.chat_settings_away_wrong() : undefined
  return (
    <div className={styles.pair}>
      <Field label={m.chat_settings_from()}>
        <TextInput
          type="time"
          value={away.from}
          // A field that is being emptied has no time to take over.
          onChange={({ target: { value } }) => value && onChange({ ...away, from: value })}
        />
      </Field>
      <Field label={m.chat_settings_to()} error={wrong}>
        <TextInput
          type="time"
          value={away.to}
          onChange={({ target: { value } }) => value && onChange({ ...away, to: value })}
        />
      </Field>
    </div>
  )
}

/** What stands in the fields first: the night, where this device is. */
export function firstAwayHours(): AwayHours {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return { from: '21:00', to: '08:00', timeZone }
}

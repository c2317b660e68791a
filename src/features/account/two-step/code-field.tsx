import type { ComponentProps } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Field } from '#src/ui/field/field.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'

export interface CodeFieldProps extends ComponentProps<'input'> {
  error: string | undefined
  /** False where the app has to show that it works: a recovery code says nothing about it. */
  takesRecoveryCodes: boolean
}

/** Where a code of an authenticator app is typed. */
export function CodeField({ error, takesRecoveryCodes, ...input }: CodeFieldProps) {
  return (
    <Field
      label={m.twostep_code()}
      hint={takesRecoveryCodes && m.twostep_code_hint()}
      error={error}
      required
    >
      <TextInput
        {...input}
        inputMode={takesRecoveryCodes ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Field>
  )
}

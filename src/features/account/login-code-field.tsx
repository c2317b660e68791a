import { useEffect, useRef, useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'

export interface LoginCodeFieldProps {
  /** What the server asks for. */
  text: string
  error: string | undefined
}

/** The second step of a login: the code of an app, or a recovery code, in the same field of the form. */
export function LoginCodeField({ text, error }: LoginCodeFieldProps) {
  const [kind, setKind] = useState<CodeKind>('app')
  return (
    <>
      {!error && (
        <Banner tone="info" announced>
          {text}
        </Banner>
      )}
      <CodeInput key={kind} kind={kind} error={error} />
      <Button look="quiet" onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}>
        {kind === 'app' ? m.account_login_code_recovery() : m.account_login_code_app()}
      </Button>
    </>
  )
}

type CodeKind = 'app' | 'recovery'

function CodeInput({ kind, error }: { kind: CodeKind; error: string | undefined }) {
  const input = useRef<HTMLInputElement>(null)
  // An effect because the focus goes to a field that is only there once somebody has asked for it.
  useEffect(() => input.current?.focus(), [])
  return (
    <Field
      label={kind === 'app' ? m.account_login_code() : m.account_login_recovery_code()}
      error={error}
      required
    >
      <TextInput
        ref={input}
        name="code"
        inputMode={kind === 'app' ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Field>
  )
}

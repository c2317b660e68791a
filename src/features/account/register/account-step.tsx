import { valibotResolver } from '@hookform/resolvers/valibot'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import * as m from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { PasswordInput } from '#src/ui/field/password-input.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { accountSchema } from './step-rules.ts'
import { refusalOf, type Refusals } from './submission.ts'
import styles from './step-form.module.css'
import { StepForm } from './step-form.tsx'
import { accountNames, type AccountFields } from './values.ts'

export interface AccountStepProps {
  formId: string
  fields: AccountFields
  refusals: Refusals<AccountFields> | undefined
  refused: number
  failure: ReactNode
  onChange: (fields: AccountFields) => void
  onNext: () => void
  onBack: () => void
}

/** Spec 2, step 2: the account. */
export function AccountStep(props: AccountStepProps) {
  const { fields, refusals, onChange, onNext } = props
  const { register, handleSubmit, formState, getValues } = useForm<AccountFields>({
    resolver: valibotResolver(accountSchema),
    defaultValues: fields,
    // Also runs the rule between the passwords where one of them is wrong by itself.
    criteriaMode: 'all',
    shouldFocusError: false,
  })
  const errorOf = (name: keyof AccountFields) =>
    formState.errors[name]?.message ?? refusalOf(refusals, name, fields[name])

  /** What the server refused blocks the step until it is changed. */
  function submit(onInvalid: () => void) {
    const refused = accountNames.some((name) => refusalOf(refusals, name, fields[name]))
    if (refused) onInvalid()
    else void handleSubmit(onNext, onInvalid)()
  }

  // A draft knows who it is, but its password is stored nowhere.
  const passwordLost = fields.email !== '' && fields.password === ''
  return (
    <StepForm
      id={props.formId}
      failure={props.failure}
      refused={props.refused}
      onBack={props.onBack}
      onSubmit={submit}
      onEdit={() => onChange(getValues())}
      submit={
        <Button type="submit" size="large">
          {m.register_next()}
        </Button>
      }
    >
      {passwordLost && <Banner tone="info">{m.register_password_again()}</Banner>}
      <Field label={m.register_email()} error={errorOf('email')} required>
        <TextInput
          {...register('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field
        label={m.register_username()}
        hint={m.register_username_hint()}
        error={errorOf('username')}
        required
      >
        <TextInput
          {...register('username')}
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <div className={styles.pair}>
        <Field label={m.register_firstname()} error={errorOf('firstname')} required>
          <TextInput {...register('firstname')} autoComplete="given-name" />
        </Field>
        <Field label={m.register_lastname()} error={errorOf('lastname')} required>
          <TextInput {...register('lastname')} autoComplete="family-name" />
        </Field>
      </div>
      <Field
        label={m.register_password()}
        hint={m.register_password_hint()}
        error={errorOf('password')}
        required
      >
        <PasswordInput {...register('password')} autoComplete="new-password" />
      </Field>
      <Field label={m.register_confirm_password()} error={errorOf('confirmPassword')} required>
        <PasswordInput {...register('confirmPassword')} autoComplete="new-password" />
      </Field>
    </StepForm>
  )
}

import { valibotResolver } from '@hookform/resolvers/valibot'
import { useState, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useForm } from 'react-hook-form'
import type { UserType } from '#contract/account/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { ChoiceButtons, type Choice } from '#src/ui/choice/choice.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { EmailInput, PasswordInput, TextInput } from '#src/ui/field/text-input.tsx'
import { focusFirstError } from '#src/ui/focus.ts'
import { Banner, FailureBanner } from '#src/ui/message/banner.tsx'
import {
  accountSchema,
  accountNames,
  type AccountFields,
  refusalOf,
  type Refusals,
} from './values.ts'
import styles from './first-steps.module.css'

export interface TypeStepProps {
  formId: string
  type: UserType | undefined
  /** Chosen, which is all that this step asks. */
  onChoose: (type: UserType) => void
  /** Goes on with what was chosen before. */
  onNext: () => void
}

/** Spec 2, step 1: who registers; one tap on a card goes on. */
export function TypeStep({ formId, type, onChoose, onNext }: TypeStepProps) {
  const [asked, setAsked] = useState(false)
  const error = asked && !type ? m.register_type_error() : undefined

  function submit(onInvalid: () => void) {
    setAsked(true)
    if (type) onNext()
    else onInvalid()
  }

  return (
    <StepForm id={formId} onSubmit={submit}>
      <ChoiceButtons
        legend={m.register_type_legend()}
        choices={choices()}
        chosen={type}
        onChoose={onChoose}
        columns={1}
        error={error}
      />
    </StepForm>
  )
}

function choices(): Choice<UserType>[] {
  return [
    {
      value: 'Adolescent',
      label: m.register_type_genz(),
      emoji: '🌱',
      hint: m.register_type_genz_hint(),
    },
    {
      value: 'Parent',
      label: m.register_type_parent(),
      emoji: '🏡',
      hint: m.register_type_parent_hint(),
    },
    {
      value: 'ServiceProvider',
      label: m.register_type_provider(),
      emoji: '🤝',
      hint: m.register_type_provider_hint(),
    },
  ]
}

export interface AccountStepProps {
  formId: string
  fields: AccountFields
  refusals: Refusals<AccountFields> | undefined
  refused: number
  failure: ReactNode
  /** An email came back from a reload, which restores no password. */
  restored: boolean
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
      {props.restored && fields.password === '' && (
        <Banner tone="info">{m.register_password_again()}</Banner>
      )}
      <Field label={m.register_email()} error={errorOf('email')} required>
        <EmailInput {...register('email')} />
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

export interface StepFormProps {
  id: string
  /** What is wrong with the form as a whole: the server's refusal. */
  failure?: ReactNode
  /** Counts the server's refusals: each new one puts the focus on the first field it is about. */
  refused?: number
  onBack?: () => void
  /** Runs the step's rules; `onInvalid` is to be called when they find something. */
  onSubmit: (onInvalid: () => void) => void
  /** Something was typed or chosen. */
  onEdit?: () => void
  /** The button that goes on; none where a choice does. */
  submit?: ReactNode
  children: ReactNode
}

/** What every step has: its fields, what is wrong with it as a whole, and the ways back and on. */
export function StepForm(props: StepFormProps) {
  const { id, failure, refused = 0, onBack, onSubmit, onEdit, submit, children } = props
  const form = useRef<HTMLFormElement>(null)
  const showError = useEffectEvent(() => focusFirstError(form.current))

  // An effect because the server's answer comes when it comes, and perhaps together with another step.
  useEffect(() => {
    if (refused > 0) showError()
  }, [refused])

  return (
    <form
      id={id}
      ref={form}
      className={styles.form}
      noValidate
      onChange={onEdit}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(() => focusFirstError(form.current))
      }}
    >
      {submit && <p className={styles.note}>{m.register_required_note()}</p>}
      {children}
      <FailureBanner text={failure} />
      {submit && (
        <div className={styles.actions}>
          {onBack && (
            <Button look="quiet" size="large" onClick={onBack}>
              {m.register_back()}
            </Button>
          )}
          {submit}
        </div>
      )}
    </form>
  )
}

import { useState } from 'react'
import type { UserType } from '#contract/account/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { ChoiceButtons } from '#src/ui/choice/choice-buttons.tsx'
import type { Choice } from '#src/ui/choice/choice.ts'
import { StepForm } from './step-form.tsx'

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

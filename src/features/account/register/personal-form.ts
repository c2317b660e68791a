import { valibotResolver } from '@hookform/resolvers/valibot'
import { createContext, use, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { UserType } from '#contract/account/model.ts'
import { localTimeAt } from '#contract/local-date.ts'
import { deviceZone } from '#src/lib/dates.ts'
import { personalSchema } from './personal-rules.ts'
import { refusalOf, type Refusals } from './submission.ts'
import { personalNames, type PersonalFields } from './values.ts'

type FileName = 'profileImg' | 'resume' | 'workLicense'

/** What the parts of step 3 share: the values, how to change them, and what is wrong with each. */
export interface PersonalForm {
  values: PersonalFields
  change: (part: Partial<PersonalFields>) => void
  errorOf: (name: keyof PersonalFields) => string | undefined
  /** Says what is wrong with a file that was not taken. */
  refuseFile: (name: FileName, text: string) => void
}

export const PersonalFormContext = createContext<PersonalForm | null>(null)

export function usePersonalForm(): PersonalForm {
  const form = use(PersonalFormContext)
  if (!form) throw new Error('A part of step 3 is outside of it')
  return form
}

export interface PersonalFormOptions {
  type: UserType
  fields: PersonalFields
  refusals: Refusals<PersonalFields> | undefined
  onChange: (fields: PersonalFields) => void
}

/** The form of step 3; `submit` runs its rules and what the server refused before. */
export function usePersonalStep({ type, fields, refusals, onChange }: PersonalFormOptions) {
  const [today] = useState(personsDay)
  const [fileTexts, setFileTexts] = useState<Partial<Record<FileName, string>>>({})
  const { handleSubmit, formState, getValues, setValue } = useForm<PersonalFields>({
    resolver: valibotResolver(personalSchema(type, today)),
    defaultValues: fields,
    shouldFocusError: false,
  })
  const { errors, isSubmitted } = formState

  function change(part: Partial<PersonalFields>) {
    for (const name of personalNames) {
      if (!Object.hasOwn(part, name)) continue
      setValue(name, part[name], { shouldDirty: true, shouldValidate: isSubmitted })
      setFileTexts((texts) => ({ ...texts, [name]: undefined }))
    }
    // What the form holds and not what this render saw: a file is judged while the person goes on typing.
    onChange(getValues())
  }

  const form: PersonalForm = {
    values: fields,
    change,
    errorOf: (name) =>
      textOf(fileTexts, name) ?? errors[name]?.message ?? refusalOf(refusals, name, fields[name]),
    refuseFile: (name, text) => setFileTexts((texts) => ({ ...texts, [name]: text })),
  }

  function submit(onValid: () => Promise<void>, onInvalid: () => void) {
    const refused = personalNames.some((name) => refusalOf(refusals, name, fields[name]))
    if (refused) onInvalid()
    else void handleSubmit(onValid, onInvalid)()
  }

  return { form, submit, busy: formState.isSubmitting, today }
}

function textOf(texts: Partial<Record<string, string>>, name: string): string | undefined {
  return texts[name]
}

/** The day that the person's own clock shows. */
function personsDay() {
  return localTimeAt(Date.now(), deviceZone()).date
}

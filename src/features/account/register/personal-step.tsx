import type { ReactNode } from 'react'
import type { UserType } from '#contract/account/model.ts'
import { genders } from '#contract/account/registration.ts'
import { resumeRule, workLicenseRule } from '#contract/file-rule.ts'
import { specialties } from '#contract/reference/specialties.ts'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardHeader } from '#src/ui/card/card.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { ChoiceGroup } from '#src/ui/choice/choice.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { TextArea, Select } from '#src/ui/field/inputs.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { FileField } from '../files/file-field.tsx'
import { PictureField } from '../files/picture-field.tsx'
import { StepForm } from './first-steps.tsx'
import { BirthDateField, LocationFields } from './personal-fields.tsx'
import {
  PersonalFormContext,
  usePersonalStep,
  usePersonalForm,
  nationalNumber,
} from './personal-form.ts'
import type { Refusals, PersonalFields } from './values.ts'
import styles from './personal-step.module.css'

export interface PersonalStepProps {
  formId: string
  type: UserType
  /** Whose initials are drawn where there is no photo. */
  name: string
  fields: PersonalFields
  refusals: Refusals<PersonalFields> | undefined
  refused: number
  failure: ReactNode
  /** Text of this step came back from a reload, which restores no files. */
  restored: boolean
  onChange: (fields: PersonalFields) => void
  /** Sends the registration; `national` is the phone number without its prefix. */
  onSend: (national: string) => Promise<void>
  onBack: () => void
}

/** Spec 2, step 3: the person. Loaded when it is reached, and with it the states of the countries. */
export function PersonalStep(props: PersonalStepProps) {
  const { type, onSend } = props
  const online = useOnline()
  const { form, submit, busy, today } = usePersonalStep(props)
  const { values, change, errorOf, refuseFile } = form
  return (
    <PersonalFormContext value={form}>
      <StepForm
        id={props.formId}
        failure={props.failure}
        refused={props.refused}
        onBack={props.onBack}
        onSubmit={(onInvalid) => submit(() => onSend(nationalNumber(values)), onInvalid)}
        submit={
          <Button type="submit" size="large" busy={busy} disabled={!values.agreed}>
            {busy ? m.register_sending() : m.register_submit()}
          </Button>
        }
      >
        {props.restored && !values.profileImg && (
          <Banner tone="info">{m.register_files_again()}</Banner>
        )}
        <PictureField
          file={values.profileImg}
          error={errorOf('profileImg')}
          name={props.name}
          onChange={(profileImg) => change({ profileImg })}
          onRefused={(text) => refuseFile('profileImg', text)}
        />
        {type === 'ServiceProvider' && <ProviderFields />}
        <Field
          label={m.register_bio()}
          hint={type === 'ServiceProvider' ? m.register_bio_hint_provider() : m.register_bio_hint()}
          error={errorOf('bio')}
          optional
        >
          <TextArea value={values.bio} onChange={(event) => change({ bio: event.target.value })} />
        </Field>
        <BirthDateField type={type} today={today} />
        <ChoiceGroup
          legend={m.register_gender()}
          choices={genders.map((value) => ({ value, label: genderNames[value]() }))}
          value={genders.find((gender) => gender === values.gender)}
          onChange={(gender) => change({ gender })}
          error={errorOf('gender')}
          required
        />
        <LocationFields />
        <Privacy type={type} />
        {!online && !props.failure && <Banner tone="offline">{m.register_offline()}</Banner>}
      </StepForm>
    </PersonalFormContext>
  )
}

const genderNames = {
  Male: m.register_gender_male,
  Female: m.register_gender_female,
} as const satisfies Record<(typeof genders)[number], () => string>

/** Spec 2: the privacy text, and the agreement that Register waits for. */
function Privacy({ type }: { type: UserType }) {
  const { values, change } = usePersonalForm()
  return (
    <>
      <Card tint="lilac">
        <CardHeader title={m.register_privacy_title()} level={3} />
        <ul className={styles.points}>
          <li>{m.register_privacy_store()}</li>
          {whoSees[type]().map((words) => (
            <li key={words}>{words}</li>
          ))}
          <li>{m.register_privacy_leave()}</li>
        </ul>
      </Card>
      <Checkbox
        label={m.register_privacy_agree()}
        checked={values.agreed}
        onChange={(event) => change({ agreed: event.target.checked })}
        required
      />
    </>
  )
}

/** Who sees what of each, as `server/features/account/profile/people.ts` and the lists of requests let it leave. */
const whoSees: Record<UserType, () => string[]> = {
  Adolescent: () => [...whoSees.Parent(), m.register_privacy_score()],
  Parent: () => [
    m.register_privacy_hidden(),
    m.register_privacy_asked(),
    m.register_privacy_connected(),
  ],
  ServiceProvider: () => [m.register_privacy_see_provider(), m.register_privacy_hidden_provider()],
}

/** Spec 2: what a care provider adds. */
function ProviderFields() {
  const { values, change, errorOf, refuseFile } = usePersonalForm()
  return (
    <>
      <FileField
        label={m.register_resume()}
        hint={m.register_resume_hint()}
        rule={resumeRule}
        file={values.resume}
        error={errorOf('resume')}
        onChange={(resume) => change({ resume })}
        onRefused={(text) => refuseFile('resume', text)}
      />
      <FileField
        label={m.register_work_license()}
        hint={m.register_work_license_hint()}
        rule={workLicenseRule}
        file={values.workLicense}
        error={errorOf('workLicense')}
        onChange={(workLicense) => change({ workLicense })}
        onRefused={(text) => refuseFile('workLicense', text)}
      />
      <Field label={m.register_specialization()} error={errorOf('specialization')} required>
        <Select
          value={values.specialization}
          onChange={(event) => change({ specialization: event.target.value })}
        >
          <option value="">{m.register_choose()}</option>
          {specialties.map((name) => (
            <option key={name} value={name}>
              {term(name)}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox
        label={m.profile_practice_minors()}
        hint={m.register_minors_hint()}
        error={errorOf('seesMinors')}
        checked={values.seesMinors}
        onChange={(event) => change({ seesMinors: event.target.checked })}
      />
    </>
  )
}

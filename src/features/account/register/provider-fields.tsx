import { resumeRule, workLicenseRule } from '#contract/file-rule.ts'
import { specialties } from '#contract/reference/specialties.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { Select } from '#src/ui/field/select.tsx'
import { FileField } from '../files/file-field.tsx'
import { usePersonalForm } from './personal-form.ts'

/** Spec 2: what a care provider adds. */
export function ProviderFields() {
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
              {name}
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

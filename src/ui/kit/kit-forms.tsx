import { useState } from 'react'
import { Card } from '#src/ui/card/card.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { ChoiceButtons } from '#src/ui/choice/choice-buttons.tsx'
import { ChoiceGroup } from '#src/ui/choice/choice-group.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { PasswordInput } from '#src/ui/field/password-input.tsx'
import { Select } from '#src/ui/field/select.tsx'
import { TextArea } from '#src/ui/field/text-area.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import { KitGrid, KitSection } from './kit-section.tsx'

const moods = [
  { value: 'happy', label: 'Happy', emoji: '😄' },
  { value: 'normal', label: 'Normal', emoji: '🙂' },
  { value: 'sad', label: 'Sad', emoji: '😔' },
  { value: 'very sad', label: 'Very sad', emoji: '😢' },
]

const people = [
  { value: 'genz', label: 'Gen-Z', emoji: '🌱', hint: 'Born between 1997 and 2012' },
  { value: 'parent', label: 'Parent', emoji: '🏡', hint: 'For you and your family' },
  { value: 'provider', label: 'Care Provider', emoji: '🤝', hint: 'Not open yet', disabled: true },
]

/** Fields and choices. */
export function KitForms() {
  return (
    <>
      <KitSection title="Fields">
        <KitGrid>
          <Card>
            <Fields />
          </Card>
          <Card>
            <FieldsInTrouble />
          </Card>
        </KitGrid>
      </KitSection>
      <KitSection title="Choices">
        <Choices />
      </KitSection>
    </>
  )
}

function Fields() {
  return (
    <KitGrid>
      <Field label="Email" required>
        <TextInput type="email" placeholder="you@example.org" autoComplete="email" />
      </Field>
      <Field label="Password" hint="At least 8 characters" required>
        <PasswordInput autoComplete="new-password" />
      </Field>
      <Field label="About you" optional>
        <TextArea placeholder="A few words, if you like" />
      </Field>
      <Field label="Country" required>
        <Select defaultValue="EG">
          <option value="EG">Egypt</option>
          <option value="QA">Qatar</option>
        </Select>
      </Field>
      <Checkbox label="I have read the privacy text and agree" hint="You can change this later." />
    </KitGrid>
  )
}

function FieldsInTrouble() {
  return (
    <KitGrid>
      <Field label="Email" error="Invalid email format" required>
        <TextInput defaultValue="lina@" />
      </Field>
      <Field label="Username" hint="At least 3 characters" error="This name is taken" required>
        <TextInput defaultValue="lina" />
      </Field>
      <Field label="City">
        <TextInput defaultValue="Cairo" disabled />
      </Field>
      <Checkbox label="I agree" error="Please agree to go on" />
      <Checkbox label="Chosen and fixed" defaultChecked disabled />
    </KitGrid>
  )
}

function Choices() {
  const [mood, setMood] = useState<string>()
  const [person, setPerson] = useState('genz')
  return (
    <KitGrid>
      <Card>
        <ChoiceGroup
          legend="How do you feel today?"
          choices={moods}
          value={mood}
          onChange={setMood}
          error={mood ? undefined : 'Please select an answer'}
        />
      </Card>
      <Card>
        <ChoiceGroup
          legend="Who are you?"
          columns={1}
          choices={people}
          value={person}
          onChange={setPerson}
        />
      </Card>
      <Card>
        <ChoiceButtons
          legend="One tap decides"
          choices={moods}
          onChoose={(value) => showToast({ text: `You chose ${value}`, tone: 'success' })}
        />
      </Card>
      <Card>
        <ChoiceGroup
          legend="Answered"
          choices={moods}
          value="normal"
          disabled
          onChange={() => undefined}
        />
      </Card>
    </KitGrid>
  )
}

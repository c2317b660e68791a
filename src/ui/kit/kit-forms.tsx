import { type ReactNode, useState } from 'react'
import { Button, buttonClass, IconButton } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { ChoiceButtons, ChoiceGroup } from '#src/ui/choice/choice.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { Select, TextArea } from '#src/ui/field/inputs.tsx'
import { EmailInput, PasswordInput, TextInput } from '#src/ui/field/text-input.tsx'
import { Menu } from '#src/ui/menu/menu.tsx'
import { Badge } from '#src/ui/message/badge.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { Spinner } from '#src/ui/state/loading.tsx'
import styles from './kit.module.css'

/** One group of parts on the kit page. */
export function KitSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Parts side by side that wrap. */
export function KitRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

/** Parts in as many equal columns as fit. */
export function KitGrid({ children }: { children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>
}

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
        <EmailInput placeholder="you@example.org" />
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

const looks = ['primary', 'secondary', 'quiet', 'danger'] as const
const tones = ['plain', 'accent', 'info', 'warn', 'success', 'danger'] as const

/** Buttons, menus, badges and tags. */
export function KitControls() {
  return (
    <>
      <KitSection title="Buttons">
        <KitRow>
          {looks.map((look) => (
            <Button key={look} look={look}>
              {look}
            </Button>
          ))}
          <a className={buttonClass({ look: 'secondary' })} href="#content">
            A link
          </a>
        </KitRow>
        <KitRow>
          {looks.map((look) => (
            <Button key={look} look={look} busy>
              {look}
            </Button>
          ))}
          <Button disabled>disabled</Button>
        </KitRow>
        <KitRow>
          <Button size="small" icon="plus">
            Small
          </Button>
          <Button icon="heart">Medium</Button>
          <Button size="large" icon="check">
            Large
          </Button>
        </KitRow>
        <Button wide>Wide</Button>
      </KitSection>
      <KitSection title="Icon buttons, menu, badges, tags, spinner">
        <KitRow>
          <IconButton icon="bell" label="Notifications">
            <Badge count={3} label="3 new notifications" />
          </IconButton>
          <IconButton icon="edit" label="Edit" look="soft" />
          <IconButton icon="trash" label="Delete" disabled />
          <Menu items={menuItems} />
          <Badge count={7} label="7 unread" />
          <Badge count={120} label="120 unread" />
          <Spinner label="Loading" />
        </KitRow>
        <KitRow>
          {tones.map((tone) => (
            <Tag key={tone} tone={tone} {...(tone === 'warn' && { icon: 'clock' })}>
              {tone === 'warn' ? 'waiting to be sent' : tone}
            </Tag>
          ))}
        </KitRow>
      </KitSection>
    </>
  )
}

const menuItems = [
  { id: 'edit', label: 'Edit', icon: 'edit', onSelect: () => showToast({ text: 'Edit' }) },
  { id: 'copy', label: 'Copy', icon: 'copy', disabled: true, onSelect: () => undefined },
  {
    id: 'delete',
    label: 'Delete',
    icon: 'trash',
    danger: true,
    onSelect: () => showToast({ text: 'Deleted', tone: 'danger' }),
  },
] as const

import { valibotResolver } from '@hookform/resolvers/valibot'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import type { UserType } from '#contract/account/model.ts'
import { type FullUser, profileFields, type EditedField } from '#contract/account/profile.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { profileResource } from '#src/data/profile-resource.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useResource, type Loaded } from '#src/data/resource.ts'
import { CalendarTab } from '#src/features/calendar/calendar-tab.tsx'
import { IntroPanel } from '#src/features/library/intro-video.tsx'
import { RemindersTab } from '#src/features/push/reminders-tab.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { failureText, isApiProblem } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { minorsState, reviewState } from '#src/session/own-profile.ts'
import type { Session } from '#src/session/session.ts'
import { EditPanel } from '#src/ui/card/edit-panel.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { PasswordInput } from '#src/ui/field/text-input.tsx'
import { Tabs } from '#src/ui/menu/tabs.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import type { EditTab } from '../addresses.ts'
import { PracticeForm, type PracticeFormProps } from '../profile/practice-form.tsx'
import {
  deleteBioDraft,
  saveBioDraft,
  saveField,
  savePassword,
  type Member,
} from '../profile/profile-data.ts'
import { BioForm, ImageForm } from '../profile/profile-forms.tsx'

export interface EditProfilePageProps {
  db: UserDatabase
  session: Session
  tab: EditTab
  /** The tracker of which a notification has asked whether to stop reminding. */
  asked?: TrackerType | undefined
  onTab: (tab: EditTab) => void
  /** The bio that was written on an earlier visit and not saved. */
  bioDraft: string | undefined
}

/** The parts of one's profile, each a form of its own; what was entered in one outlives a look at another. */
export function EditProfilePage(props: EditProfilePageProps) {
  const { db, session, tab, asked, onTab, bioDraft } = props
  const { user } = session
  const of = useResource(db, profileResource)
  const { data: profile, refresh } = of
  const asSelf = (save: (member: Member) => Promise<void>) =>
    asMember(db, (token) => save({ db, token, userT: user.userT }))
  const saved = profile?.bio ?? ''
  const provider = user.userT === 'ServiceProvider'
  const name = profile?.name ?? `${user.firstname} ${user.lastname}`
  const panels: Record<EditTab, ReactNode> = {
    image: (
      <ImageForm
        person={{ id: user._id, name, profileImg: profile?.profileImg }}
        onSave={(image) => asSelf((member) => saveField(member, 'profileImg', image))}
      />
    ),
    bio: (
      <BioForm
        saved={saved}
        draft={bioDraft}
        onChange={(text) => saveBioDraft(db, text, saved)}
        onDiscard={() => deleteBioDraft(db)}
        onSave={(bio) => asSelf((member) => saveField(member, 'bio', bio))}
      />
    ),
    password: (
      <PasswordForm
        email={profile?.email}
        onSave={(passwords) => asSelf((member) => savePassword(member, passwords))}
      />
    ),
    reminders: (
      <RemindersTab db={db} userType={user.userT} shown={tab === 'reminders'} asked={asked} />
    ),
    practice: provider ? (
      <PracticePanel
        of={of}
        onSave={(practice) => asSelf((member) => saveField(member, 'practice', practice))}
      />
    ) : (
      <Banner tone="warn">{m.profile_practice_only_providers()}</Banner>
    ),
    intro: provider ? (
      <IntroPanel db={db} />
    ) : (
      <Banner tone="warn">{m.profile_intro_only_providers()}</Banner>
    ),
    calendar: (
      <CalendarTab
        db={db}
        allowed={provider}
        reviewed={
          profile
            ? reviewState(profile).status === 'none'
            : refresh.status === 'failed' || undefined
        }
        shown={tab === 'calendar'}
      />
    ),
  }
  return (
    <>
      <PageHeader title={m.profile_edit_title()} />
      <Tabs
        label={m.profile_edit_parts()}
        tabs={tabsFor(user.userT)}
        value={tab}
        onChange={onTab}
        placement="side"
      >
        {Object.entries(panels).map(([id, panel]) => (
          <div key={id} hidden={id !== tab}>
            {panel}
          </div>
        ))}
      </Tabs>
    </>
  )
}

interface PracticePanelProps extends Pick<PracticeFormProps, 'onSave'> {
  of: Loaded<FullUser>
}

/** What a device does not know yet is not answered either: a tick would say something of the rest. */
function PracticePanel({ of, onSave }: PracticePanelProps) {
  const profile = of.data
  if (profile?.practice) {
    return <PracticeForm saved={profile.practice} state={minorsState(profile)} onSave={onSave} />
  }
  return (
    <ResourceMissing
      of={of}
      failed={m.account_profile_failed()}
      offline={m.profile_offline_text()}
      skeleton={{ shape: 'card' }}
    />
  )
}

/** The panel of each field that people change; what is shared with others is among the settings. */
const panelOf: Record<Exclude<EditedField, 'shareScore'>, EditTab> = {
  profileImg: 'image',
  bio: 'bio',
  practice: 'practice',
}

/** The panels that only care providers have: those of their fields, and what belongs to their work. */
const providersPanels: ReadonlySet<EditTab> = new Set([
  ...(Object.keys(panelOf) as (keyof typeof panelOf)[])
    .filter((name) => profileFields[name].edited === 'providers')
    .map((name) => panelOf[name]),
  'intro',
  'calendar',
])

function tabsFor(userT: UserType) {
  const tabs = [
    { id: 'image', label: m.profile_tab_image(), icon: 'profile' },
    { id: 'bio', label: m.profile_tab_bio(), icon: 'edit' },
    { id: 'password', label: m.profile_tab_password(), icon: 'settings' },
    { id: 'reminders', label: m.push_tab(), icon: 'bell' },
    { id: 'practice', label: m.profile_tab_practice(), icon: 'heart' },
    { id: 'intro', label: m.profile_tab_intro(), icon: 'send' },
    { id: 'calendar', label: m.profile_tab_calendar(), icon: 'calendar' },
  ] as const
  return tabs.filter(({ id }) => userT === 'ServiceProvider' || !providersPanels.has(id))
}

const filled = (message: () => string) => v.pipe(v.string(), v.minLength(1, message))

/** Spec 5: the change of a password; what a good one is, the server says. */
export const passwordFormSchema = v.pipe(
  v.object({
    oldPassword: filled(m.profile_password_old_required),
    newPassword: filled(m.profile_password_new_required),
    confirmPassword: filled(m.profile_password_confirm_required),
  }),
  v.forward(
    v.partialCheck(
      [['newPassword'], ['confirmPassword']],
      ({ newPassword, confirmPassword }) => newPassword === confirmPassword,
      m.profile_password_differs,
    ),
    ['confirmPassword'],
  ),
)
type PasswordFields = v.InferOutput<typeof passwordFormSchema>

interface PasswordFormProps {
  /** For password managers, which store a password by it. */
  email: string | undefined
  onSave: (passwords: { oldPassword: string; newPassword: string }) => Promise<void>
}

const nothing: PasswordFields = { oldPassword: '', newPassword: '', confirmPassword: '' }

/** The change of a password. What was typed survives an error and is stored nowhere. */
function PasswordForm({ email, onSave }: PasswordFormProps) {
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, reset, setError, formState } = useForm<PasswordFields>({
    resolver: valibotResolver(passwordFormSchema),
    defaultValues: nothing,
  })
  const { errors, isDirty, isSubmitting } = formState
  useDirtyForm(isDirty)

  async function save(fields: PasswordFields) {
    setFailure(undefined)
    try {
      await onSave(fields)
      reset(nothing)
      showToast({ text: m.profile_password_saved(), tone: 'success' })
    } catch (error) {
      const field = fieldOf(error)
      const words = failureText(error, m.profile_password_failed(), field)
      if (field) setError(field, { message: words }, { shouldFocus: true })
      else setFailure(words)
    }
  }

  return (
    <EditPanel
      title={m.profile_tab_password()}
      text={m.profile_password_text()}
      onSubmit={() => void handleSubmit(save)()}
      busy={isSubmitting}
      failure={failure}
    >
      <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
      <Field label={m.profile_password_old()} error={errors.oldPassword?.message} required>
        <PasswordInput {...register('oldPassword')} autoComplete="current-password" />
      </Field>
      <Field
        label={m.profile_password_new()}
        hint={m.profile_password_hint()}
        error={errors.newPassword?.message}
        required
      >
        <PasswordInput
          {...register('newPassword')}
          autoComplete="new-password"
          placeholder={m.profile_password_placeholder()}
        />
      </Field>
      <Field label={m.profile_password_confirm()} error={errors.confirmPassword?.message} required>
        <PasswordInput {...register('confirmPassword')} autoComplete="new-password" />
      </Field>
    </EditPanel>
  )
}

/** The field that the server found wrong; undefined where the refusal is about something else. */
function fieldOf(error: unknown): 'oldPassword' | 'newPassword' | undefined {
  if (!isApiProblem(error)) return undefined
  if (error.problem.code === 'wrong_password') return 'oldPassword'
  return (['oldPassword', 'newPassword'] as const).find((name) => error.problem.fields?.[name])
}

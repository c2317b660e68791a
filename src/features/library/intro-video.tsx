import { valibotResolver } from '@hookform/resolvers/valibot'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as v from 'valibot'
import { introVideoFieldsSchema } from '#contract/library/model.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useRemote } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { useOnline } from '#src/lib/online.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { EditPanel } from '#src/ui/card/edit-panel.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { OfflineState } from '#src/ui/state/state-message.tsx'
import { introRemote, failureOf, saveIntro } from './data/library-calls.ts'
import { VideoBox } from './video/video-card.tsx'

interface IntroPartProps {
  db: UserDatabase
  providerId: string
  /** Whose video it is. */
  name?: string
  /** Shown where there is none. */
  none: ReactNode
  /** What goes below one that is there. */
  below?: ReactNode
}

/** A care provider's introduction video. */
export function IntroPart({ db, providerId, name, none, below }: IntroPartProps) {
  const intro = useRemote(db, introRemote, providerId)
  const online = useOnline()
  if (!intro.data) {
    if (!online && intro.refresh.status === 'failed') {
      return <OfflineState compact title={m.library_video_needs()} text="" />
    }
    return (
      <ResourceMissing
        of={intro}
        compact
        failed={m.library_failed_intro_fetch()}
        skeleton={{ shape: 'block' }}
      />
    )
  }
  const { url } = intro.data
  if (url === undefined) return none
  const title = name ? `${m.profile_intro_title()}: ${name}` : m.profile_intro_title()
  return (
    <>
      <VideoBox key={url} url={url} title={title} />
      {below}
    </>
  )
}

type IntroFields = v.InferInput<typeof introVideoFieldsSchema>

interface IntroForm {
  /** The one field of the form. */
  readonly field: ReactNode
  readonly submit: () => void
  readonly busy: boolean
  readonly failure: string | undefined
}

/** The address of an introduction video, wherever it is asked for. `onSave` rejects as its calls do. */
export function useIntroForm(onSave: (url: string) => Promise<void>): IntroForm {
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, formState, reset } = useForm<IntroFields>({
    resolver: valibotResolver(introVideoFieldsSchema),
    defaultValues: { url: '' },
  })
  useDirtyForm(formState.isDirty)

  async function save({ url }: IntroFields) {
    setFailure(undefined)
    try {
      await onSave(url)
      reset({ url })
    } catch (error) {
      const { text, fields } = failureOf(error, m.library_failed_intro())
      setFailure(fields['url'] ?? text)
    }
  }

  const field = (
    <Field
      label={m.library_field_url()}
      hint={m.library_field_url_hint()}
      error={formState.errors.url?.message}
      required
    >
      <TextInput {...register('url')} type="url" dir="ltr" inputMode="url" autoComplete="off" />
    </Field>
  )
  return { field, submit: () => void handleSubmit(save)(), busy: formState.isSubmitting, failure }
}

/** Spec 2: the Intro Video tab of a care provider's profile. */
export function IntroPanel({ db }: { db: UserDatabase }) {
  const { field, submit, busy, failure } = useIntroForm(async (url) => {
    await asMember(db, (token) => saveIntro(token, db.userId, url))
    showToast({ text: m.library_intro_saved(), tone: 'success' })
  })
  return (
    <EditPanel
      title={m.profile_tab_intro()}
      text={m.library_intro_text()}
      onSubmit={submit}
      busy={busy}
      failure={failure}
    >
      {field}
    </EditPanel>
  )
}

import { valibotResolver } from '@hookform/resolvers/valibot'
import { useState, type ReactNode } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import * as v from 'valibot'
import { readLanguage } from '#contract/language.ts'
import {
  wellnessCategories,
  wellnessCategorySchema,
  descriptionCharsMax,
  newVideoSchema,
  videoEditSchema,
  videoSchema,
  type Video,
} from '#contract/library/model.ts'
import { currentLanguage, term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { Select, TextArea } from '#src/ui/field/inputs.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { FailureBanner } from '#src/ui/message/banner.tsx'
import { failureOf, type VideoText } from '../data/library-calls.ts'
import { useNewer } from '../editor/article-draft.ts'
import { NeedsConnection, NewerVersion } from '../editor/article-form.tsx'
import { filedLanguage, languageFieldSchema, LanguageOptions, writtenIn } from '../language.tsx'
import { SuccessDialog } from '../success-dialog.tsx'
import styles from '../editor/editor.module.css'

interface VideoFields {
  url: string
  description: string
  category: string
  language: string
}

export interface VideoFormProps {
  /** What stands there at first: of a video that is edited, or of an earlier visit. */
  initial: Omit<VideoFields, 'language'> & Pick<Partial<Video>, 'language' | 'updatedAt'>
  kind: 'new' | 'edit'
  /** Called with what is written, as it is written. */
  onWrite?: (fields: VideoFields) => void
  onSubmit: (video: VideoText) => Promise<void>
  /** The way out, a link or a button. */
  cancel: ReactNode
}

type VideoFormState = UseFormReturn<VideoFields, unknown, VideoText>

/** A video as it is added or edited. */
export function VideoForm({ initial, kind, onWrite, onSubmit, cancel }: VideoFormProps) {
  const [failure, setFailure] = useState<string>()
  // The language that is chosen stays, also where the screen goes on in another one.
  const [usual] = useState(() => (kind === 'edit' ? filedLanguage(initial) : currentLanguage()))
  const form: VideoFormState = useForm({
    resolver: valibotResolver(schemas[kind]),
    defaultValues: { ...initial, language: readLanguage(initial.language) ?? usual },
  })
  const { handleSubmit, setError, getValues, formState } = form
  const { isSubmitting, isDirty } = formState
  const { newer, save, take } = useNewer<Video>(
    { item: undefined, schema: videoSchema, wordsOf },
    initial.updatedAt,
  )
  // What is sent stays busy until the page leads on, so that it is not sent again.
  const [sent, setSent] = useState(false)
  const busy = isSubmitting || sent
  useDirtyForm(isDirty && !sent)
  const words = newer ? m.library_newer_replace : submitLabels[kind]
  const changed = () => onWrite?.(getValues())

  async function submit(video: VideoText) {
    setFailure(undefined)
    try {
      if (kind === 'new') await onSubmit(video)
      else await save(wordsOf(video), (seenUpdatedAt) => onSubmit({ ...video, seenUpdatedAt }))
      setSent(true)
    } catch (error) {
      const { text, fields } = failureOf(error, failedLabels[kind]())
      setFailure(text)
      for (const name of ['url', 'description', 'language'] as const) {
        if (fields[name]) setError(name, { message: fields[name] })
      }
    }
  }

  function takeNewer(video: Video) {
    setFailure(undefined)
    // The button goes with its press.
    form.setFocus('url')
    form.reset({ ...video, language: filedLanguage(video) })
    take(video)
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void handleSubmit(submit)()
      }}
    >
      <NeedsConnection />
      {newer && <NewerVideo video={newer} onTake={() => takeNewer(newer)} />}
      <div className={styles.form} inert={busy}>
        <VideoInputs form={form} piece={kind === 'edit' ? initial : undefined} onChange={changed} />
      </div>
      <FailureBanner text={failure} />
      <div className={styles.actions}>
        <Button type="submit" busy={busy}>
          {busy ? m.library_submitting() : words()}
        </Button>
        {cancel}
      </div>
    </form>
  )
}

interface VideoInputsProps {
  form: VideoFormState
  /** The video as it is filed, where it is edited. */
  piece: Pick<Partial<Video>, 'language'> | undefined
  onChange: () => void
}

function VideoInputs({ form, piece, onChange }: VideoInputsProps) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <>
      <Field
        label={m.library_field_url()}
        hint={m.library_field_url_hint()}
        error={errors.url?.message}
        required
      >
        <TextInput
          {...register('url', { onChange })}
          type="url"
          dir="ltr"
          inputMode="url"
          autoComplete="off"
        />
      </Field>
      <Field
        label={m.library_field_description()}
        hint={m.library_field_description_hint()}
        error={errors.description?.message}
        required
      >
        <TextArea
          {...register('description', { onChange })}
          rows={6}
          maxLength={descriptionCharsMax}
        />
      </Field>
      <Field label={m.library_field_category()} error={errors.category?.message} required>
        <Select {...register('category', { onChange })}>
          <option value="">{m.library_field_category_choose()}</option>
          {wellnessCategories.map((category) => (
            <option key={category} value={category}>
              {term(category)}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={m.library_field_language()}
        hint={m.library_field_language_video_hint()}
        error={errors.language?.message}
        required
      >
        <Select {...register('language', { onChange })}>
          <LanguageOptions piece={piece} />
        </Select>
      </Field>
    </>
  )
}

export interface EditVideoDialogProps {
  video: Video
  /** Rejects as the call does. */
  onSave: (text: VideoText) => Promise<void>
  onClose: () => void
}

/** The form of one's own video, over the profile; what was saved is said over it. */
export function EditVideoDialog({ video, onSave, onClose }: EditVideoDialogProps) {
  const [status, setStatus] = useState<'open' | 'saving' | 'saved'>('open')
  const [changed, setChanged] = useState(false)
  const busy = status !== 'open'

  async function save(text: VideoText) {
    setStatus('saving')
    try {
      await onSave(text)
      setStatus('saved')
    } catch (error) {
      setStatus('open')
      throw error
    }
  }

  return (
    <>
      {/* It stands before the form so that it closes first: the other way round the focus would go nowhere. */}
      {status === 'saved' && (
        <SuccessDialog
          title={m.library_video_updated_title()}
          text={m.library_video_added_text()}
          onward={m.library_go_profile()}
          onDone={onClose}
        />
      )}
      <Dialog
        open
        wide
        onClose={onClose}
        // A stray tap beside it must not lose what was written.
        dismissible={!busy && !changed}
        title={m.library_edit_video_title()}
      >
        <VideoForm
          initial={video}
          kind="edit"
          onWrite={() => setChanged(true)}
          onSubmit={save}
          cancel={
            <Button look="secondary" disabled={busy} onClick={onClose}>
              {m.library_cancel()}
            </Button>
          }
        />
      </Dialog>
    </>
  )
}

/** What the server has, beside what its author wrote meanwhile. */
function NewerVideo({ video, onTake }: { video: Video; onTake: () => void }) {
  return (
    <NewerVersion item={video} sure onTake={onTake}>
      <p dir="ltr">{video.url}</p>
      <p {...writtenIn(video, video.description)} className={styles.words}>
        {video.description}
      </p>
    </NewerVersion>
  )
}

/** By which two versions are told apart. */
function wordsOf({ url, description, category, language }: VideoText | Video): string {
  return JSON.stringify([url, description, category, language])
}

const category = v.pipe(v.string(), wellnessCategorySchema)
const schemas = {
  new: v.object({
    url: newVideoSchema.entries.url,
    description: newVideoSchema.entries.description,
    category,
    language: languageFieldSchema,
  }),
  edit: v.object({
    url: videoEditSchema.entries.url,
    description: videoEditSchema.entries.description,
    category,
    language: languageFieldSchema,
  }),
}
const failedLabels = { new: m.library_failed_create_video, edit: m.library_failed_update_video }
const submitLabels = { new: m.library_submit, edit: m.library_save_changes }

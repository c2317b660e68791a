import { valibotResolver } from '@hookform/resolvers/valibot'
import { useState, useEffect, useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { bioSchema } from '#contract/account/registration.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { Photo, useFileUrl } from '#src/lib/private-image.tsx'
import { failureText } from '#src/offline/api/api-error.ts'
import { Button } from '#src/ui/button/button.tsx'
import { EditPanel } from '#src/ui/card/edit-panel.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { TextArea } from '#src/ui/field/inputs.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { PictureField } from '../files/picture-field.tsx'
import styles from './profile.module.css'

interface ImageFormProps {
  person: { id: string; name: string; profileImg: string | null | undefined }
  onSave: (image: File) => Promise<void>
}

/** The profile image: chosen, dropped or drawn, looked at, then saved. What was chosen survives an error. */
export function ImageForm({ person, onSave }: ImageFormProps) {
  const [file, setFile] = useState<File>()
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  useDirtyForm(file !== undefined)

  function change(chosen: File | undefined) {
    setFile(chosen)
    setProblem(undefined)
    setFailure(undefined)
  }

  function refuse() {
    change(undefined)
    setProblem(m.profile_image_unfit())
  }

  async function save() {
    if (busy) return
    if (!file) return setProblem(m.profile_image_none())
    setFailure(undefined)
    setBusy(true)
    try {
      await onSave(file)
      // Another one that was chosen meanwhile is not saved.
      setFile((now) => (now === file ? undefined : now))
      showToast({ text: m.profile_image_saved(), tone: 'success' })
    } catch (error) {
      setFailure(failureText(error, m.profile_image_failed(), 'profileImg'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <EditPanel
      title={m.profile_tab_image()}
      text={m.profile_image_text()}
      onSubmit={() => void save()}
      busy={busy}
      failure={failure}
    >
      <ImagePreview person={person} file={file} onBroken={refuse} />
      <PictureField
        file={file}
        error={problem}
        name={person.name}
        onChange={change}
        onRefused={refuse}
      />
    </EditPanel>
  )
}

interface ImagePreviewProps {
  person: { id: string; name: string; profileImg: string | null | undefined }
  /** What was chosen; the image of now without one. */
  file: File | undefined
  /** What was chosen cannot be drawn after all. */
  onBroken: () => void
}

const edgePx = 128

/** The image as others will see it. */
function ImagePreview({ person, file, onBroken }: ImagePreviewProps) {
  const url = useFileUrl(file)
  return (
    <figure className={styles.figure}>
      {url ? (
        <img
          className={styles.preview}
          src={url}
          alt=""
          width={edgePx}
          height={edgePx}
          onError={onBroken}
        />
      ) : (
        <Photo
          id={person.id}
          name={person.name}
          file={person.profileImg}
          size={edgePx}
          decorative
        />
      )}
      <figcaption className={styles.caption} aria-live="polite">
        {url ? m.profile_image_preview() : m.profile_image_now()}
      </figcaption>
    </figure>
  )
}

/** Spec 5: a bio says something. */
export const bioFormSchema = v.object({
  bio: v.pipe(bioSchema, v.minLength(1, m.profile_bio_required)),
})
type BioFields = v.InferInput<typeof bioFormSchema>

interface BioFormProps {
  /** The bio as it is now. */
  saved: string
  /** What was written on an earlier visit and not saved. */
  draft: string | undefined
  /** Stores what is being written on this device. */
  onChange: (text: string) => Promise<void>
  onDiscard: () => Promise<void>
  /** Replaces the bio on the server. */
  onSave: (bio: string) => Promise<void>
}

/** The bio. What is written survives an error, a lost connection and the end of the app. */
export function BioForm({ saved, draft, onChange, onDiscard, onSave }: BioFormProps) {
  const [failure, setFailure] = useState<string>()
  const [offersDraft, setOffersDraft] = useState(draft !== undefined && draft !== saved)
  const { register, handleSubmit, getValues, setValue, control, formState } = useForm<BioFields>({
    resolver: valibotResolver(bioFormSchema),
    defaultValues: { bio: draft ?? saved },
  })
  const text = useWatch({ control, name: 'bio' })
  useDirtyForm(text !== saved)
  useFollowSaved(saved, text, (bio) => setValue('bio', bio))

  async function save({ bio }: BioFields) {
    setFailure(undefined)
    const sent = getValues('bio')
    try {
      await onSave(bio)
      // What was written while it was saved is not saved yet, and its draft went with that of the text before it.
      const latest = getValues('bio')
      if (latest === sent) setValue('bio', bio)
      else forgo(onChange(latest))
      setOffersDraft(false)
      showToast({ text: m.profile_bio_saved(), tone: 'success' })
    } catch (error) {
      setFailure(failureText(error, m.profile_bio_failed(), 'bio'))
    }
  }

  function discard() {
    setValue('bio', saved, { shouldValidate: formState.isSubmitted })
    setOffersDraft(false)
    forgo(onDiscard())
  }

  const discardButton = (
    <Button look="secondary" size="small" onClick={discard}>
      {m.profile_bio_discard()}
    </Button>
  )
  return (
    <EditPanel
      title={m.profile_tab_bio()}
      onSubmit={() => void handleSubmit(save)()}
      busy={formState.isSubmitting}
      failure={failure}
      onCancel={() => forgo(onDiscard())}
    >
      {offersDraft && (
        <Banner tone="info" action={discardButton}>
          {m.profile_bio_draft()}
        </Banner>
      )}
      <Field
        label={m.profile_tab_bio()}
        hideLabel
        hint={m.profile_bio_hint()}
        error={formState.errors.bio?.message}
        required
      >
        <TextArea
          {...register('bio', { onChange: (event) => forgo(onChange(valueOf(event))) })}
          rows={6}
        />
      </Field>
    </EditPanel>
  )
}

/** A newer bio from the server replaces the shown one unless the person has written over it. */
function useFollowSaved(saved: string, text: string, show: (bio: string) => void): void {
  const seen = useRef(saved)
  // An effect because the form holds its values outside React.
  useEffect(() => {
    if (saved === seen.current) return
    if (text === seen.current) show(saved)
    seen.current = saved
  })
}

/** Storing and deleting a draft are a favour of the device: the form itself holds what was written. */
function forgo(work: Promise<void>): void {
  work.catch(() => undefined)
}

function valueOf(event: { target: { value: string } }): string {
  return event.target.value
}

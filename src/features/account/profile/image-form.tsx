import { useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { showToast } from '#src/ui/message/toast-store.ts'
import { PictureField } from '../files/picture-field.tsx'
import { EditPanel } from '#src/ui/card/edit-panel.tsx'
import { failureText } from '#src/offline/api/api-error.ts'
import { Photo } from '#src/lib/photo.tsx'
import { useFileUrl } from '#src/lib/object-url.ts'
import styles from './profile.module.css'

export interface ImageFormProps {
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
      change(undefined)
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

import * as m from '#src/i18n/paraglide/messages.js'
import { Photo } from '#src/lib/photo.tsx'
import { useObjectUrl } from '#src/ui/image/use-object-url.ts'
import styles from './image-preview.module.css'

export interface ImagePreviewProps {
  person: { id: string; name: string; profileImg: string | null | undefined }
  /** What was chosen; the image of now without one. */
  file: File | undefined
  /** What was chosen cannot be drawn after all. */
  onBroken: () => void
}

const edgePx = 128

/** The image as others will see it. */
export function ImagePreview({ person, file, onBroken }: ImagePreviewProps) {
  const url = useObjectUrl(file)
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

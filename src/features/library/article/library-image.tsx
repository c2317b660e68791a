import { type LoadImage, useImageUrl } from '#src/lib/private-image.tsx'
import { classNames } from '#src/ui/class-names.ts'
import styles from './library-image.module.css'

export interface LibraryImageProps {
  /** Names the picture; its source finds it. */
  file: string
  load: LoadImage
  /** Shown while the picture itself is not there. */
  standIn?: string | undefined
  alt: string
  /** The picture's own pixels, so that the page leaves room for it. */
  width: number
  height: number
  /** Cut to the space it is given. */
  cover?: boolean
}

/** A picture of the library, from this device or from the server; a soft shape until it is there, and where it fails. */
export function LibraryImage(props: LibraryImageProps) {
  const { file, load, standIn, alt, width, height, cover = false } = props
  const url = useImageUrl(file, load)
  const look = classNames(styles.image, cover && styles.cover)
  const shown = url ?? standIn ?? emptyPicture(width, height)
  return <img className={look} src={shown} alt={alt} width={width} height={height} />
}

/** Fills the picture's space and shows the ground behind it. */
function emptyPicture(width: number, height: number): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"/>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

import { useState, type CSSProperties } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import type { ShownFile } from './file-look.ts'
import { FileTrouble } from './file-trouble.tsx'
import styles from './message-file.module.css'
import { useInSight } from './use-in-sight.ts'
import { useStoredFile, type LoadFile } from './use-stored-file.ts'

export interface MessageImageProps {
  messageId: string
  file: ShownFile
  load: LoadFile
}

/** An image inside a message; its room is there before it is, and a tap shows it large. */
export function MessageImage({ messageId, file, load }: MessageImageProps) {
  const { element, seen } = useInSight<HTMLDivElement>()
  const { url, failed, again } = useStoredFile(messageId, load, seen)
  const [large, setLarge] = useState(false)
  return (
    <div
      className={styles.image}
      ref={element}
      style={roomFor(file)}
      data-empty={!url || undefined}
    >
      {url && (
        <button
          className={styles.imageButton}
          type="button"
          aria-label={m.chat_file_open({ name: file.name })}
          onClick={() => setLarge(true)}
        >
          <img src={url} alt="" decoding="async" />
        </button>
      )}
      {!url && failed && <FileTrouble onRetry={again} />}
      {large && (
        <Dialog open wide onClose={() => setLarge(false)} title={file.name}>
          <img className={styles.large} src={url} alt={m.chat_image({ name: file.name })} />
        </Dialog>
      )}
    </div>
  )
}

function roomFor({ width, height }: ShownFile): CSSProperties {
  if (!width || !height) return {}
  // A very long or very wide picture is cut to a sensible frame.
  return { aspectRatio: String(Math.min(2.5, Math.max(0.6, width / height))) }
}

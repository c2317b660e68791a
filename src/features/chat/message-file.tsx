import { useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { bytesWords } from '#src/lib/bytes-words.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { IconButton } from '#src/ui/button/icon-button.tsx'
import { Spinner } from '#src/ui/state/spinner.tsx'
import { fileEmojis, fileLook, type ShownFile } from './file-look.ts'
import { FileTrouble } from './file-trouble.tsx'
import { MessageImage } from './message-image.tsx'
import styles from './message-file.module.css'
import { useStoredFile, type LoadFile } from './use-stored-file.ts'

export interface MessageFileProps {
  messageId: string
  file: ShownFile
  load: LoadFile
}

/** Spec: images stand in the chat, every other file is a card. */
export function MessageFile(props: MessageFileProps) {
  const look = fileLook(props.file)
  if (look === 'image') return <MessageImage {...props} />
  return (
    <div className={styles.card}>
      <span className={styles.emoji} aria-hidden="true">
        {fileEmojis[look]}
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{props.file.name}</span>
        <span className={styles.bytes}>{bytesWords(props.file.bytes)}</span>
      </span>
      {look === 'document' ? <SaveButton {...props} /> : <Player {...props} look={look} />}
    </div>
  )
}

function SaveButton({ file, load }: MessageFileProps) {
  const [state, setState] = useState<'loading' | 'failed'>()

  async function save() {
    setState('loading')
    try {
      const blob = await load()
      if (blob) saveFile(file.name, blob)
      setState(blob ? undefined : 'failed')
    } catch {
      setState('failed')
    }
  }

  return (
    <>
      <IconButton
        look="soft"
        icon="install"
        label={m.chat_file_save({ name: file.name })}
        disabled={state === 'loading'}
        onClick={() => void save()}
      />
      {state === 'failed' && <FileTrouble onRetry={() => void save()} />}
    </>
  )
}

function Player({ messageId, file, load, look }: MessageFileProps & { look: 'audio' | 'video' }) {
  const [wanted, setWanted] = useState(false)
  const { url, failed, again } = useStoredFile(messageId, load, wanted)
  if (!wanted) {
    const label = m.chat_file_play({ name: file.name })
    return <IconButton look="soft" icon="chevron" label={label} onClick={() => setWanted(true)} />
  }
  if (failed) return <FileTrouble onRetry={again} />
  if (!url) return <Spinner size={22} />
  // There are no captions for what a person has recorded for one other.
  return look === 'audio' ? (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- what a person recorded or sent comes without a text of it
    <audio className={styles.player} src={url} controls autoPlay aria-label={file.name} />
  ) : (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- what a person recorded or sent comes without a text of it
    <video
      className={styles.player}
      src={url}
      controls
      autoPlay
      playsInline
      aria-label={file.name}
    />
  )
}

import { useState, type CSSProperties, useEffect } from 'react'
import { chatImageKinds } from '#contract/chat/file.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useInSight } from '#src/lib/draw-later.ts'
import { formatBytes, saveFile } from '#src/lib/hand-over.ts'
import { useOnline } from '#src/lib/online.ts'
import { acquireImageUrl, cachedImageUrl } from '#src/lib/private-image.tsx'
import type { ShownMessage } from '#src/offline/features/chat/shown-messages.ts'
import { IconButton, Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Spinner } from '#src/ui/state/loading.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { VoicePlayer } from '../voice/voice-player.tsx'
import styles from './message-file.module.css'

export interface MessageFileProps {
  messageId: string
  file: ShownFile
  load: LoadFile
}

/** Spec: images are shown in the chat, every other file is a card. */
export function MessageFile(props: MessageFileProps) {
  const look = fileLook(props.file)
  if (look === 'voice') return <VoiceNote {...props} />
  if (look === 'image') return <MessageImage {...props} />
  return (
    <div className={styles.card}>
      <span className={styles.emoji} aria-hidden="true">
        {fileEmojis[look]}
      </span>
      <span className={styles.words}>
        <span className={styles.name} dir="auto">
          {props.file.name}
        </span>
        <span className={styles.bytes}>{formatBytes(props.file.bytes)}</span>
      </span>
      {look === 'document' ? <SaveButton {...props} /> : <Player {...props} look={look} />}
    </div>
  )
}

/** A voice note; one that this browser cannot play can be taken elsewhere. */
function VoiceNote(props: MessageFileProps) {
  const { messageId, file, load } = props
  const [wanted, setWanted] = useState(false)
  const [unplayable, setUnplayable] = useState(false)
  const { url, failed, again } = useStoredFile(messageId, load, wanted)
  if (unplayable) {
    return (
      <div className={styles.card}>
        <span className={styles.words}>{m.chat_voice_unplayable()}</span>
        <SaveButton {...props} />
      </div>
    )
  }
  return (
    <div>
      <VisuallyHidden>{m.chat_voice()}</VisuallyHidden>
      <VoicePlayer
        url={url}
        lengthMs={file.voiceMs ?? 0}
        onWanted={() => setWanted(true)}
        onUnplayable={() => setUnplayable(true)}
      />
      {failed && <FileTrouble onRetry={again} />}
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

interface MessageImageProps {
  messageId: string
  file: ShownFile
  load: LoadFile
}

/** An image inside a message; its room is there before it is, and a tap shows it large. */
function MessageImage({ messageId, file, load }: MessageImageProps) {
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

/** Shown where a file could not be fetched. */
function FileTrouble({ onRetry }: { onRetry: () => void }) {
  const online = useOnline()
  if (!online) return <p className={styles.trouble}>{m.chat_file_offline()}</p>
  return (
    <output className={styles.trouble}>
      {m.chat_file_failed()}
      <Button look="secondary" size="small" icon="retry" onClick={onRetry}>
        {m.chat_retry()}
      </Button>
    </output>
  )
}

type ShownFile = NonNullable<ShownMessage['file']>

/** Spec 9: images by how their names end, for a file whose kind the server has not sent yet. */
const imageEnding = /\.(jpe?g|png|gif|webp)$/i
const audioKinds = ['mp3', 'm4a', 'ogg', 'wav']
const videoKinds = ['mp4', 'mov', 'webm']

/** How a file is shown. */
function fileLook({ kind, name, voiceMs }: Pick<ShownFile, 'kind' | 'name' | 'voiceMs'>) {
  if (voiceMs !== undefined) return 'voice'
  if (kind === null) return imageEnding.test(name) ? 'image' : 'document'
  if (chatImageKinds.some((image) => image === kind)) return 'image'
  if (audioKinds.includes(kind)) return 'audio'
  return videoKinds.includes(kind) ? 'video' : 'document'
}

const fileEmojis = { image: '🖼️', document: '📄', audio: '🎧', video: '🎬' } as const

/** Gives the bytes of a message's file; undefined for none, and rejects when they cannot be fetched. */
type LoadFile = () => Promise<Blob | undefined>

interface StoredUrl {
  readonly url: string | undefined
  readonly failed: boolean
  readonly again: () => void
}

/** An address for a message's file while `wanted`; what could not be fetched is asked for again online. */
function useStoredFile(messageId: string, load: LoadFile, wanted: boolean): StoredUrl {
  const key = `chat:${messageId}`
  const [come, setCome] = useState<string>()
  const [failed, setFailed] = useState(false)
  const [turn, setTurn] = useState(0)

  function again() {
    setFailed(false)
    setTurn((now) => now + 1)
  }

  // An effect because an object URL lives outside React and must be given back.
  useEffect(() => {
    if (!wanted) return undefined
    const giveBack = acquireImageUrl(key, () => loaded(load, () => setFailed(true)), setCome)
    window.addEventListener('online', again)
    return () => {
      window.removeEventListener('online', again)
      giveBack()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `load` is made anew with each render and always loads the same
  }, [key, wanted, turn])

  return { url: come ?? cachedImageUrl(key), failed, again }
}

async function loaded(load: LoadFile, onFailure: () => void): Promise<Blob | undefined> {
  try {
    return await load()
  } catch (error) {
    onFailure()
    throw error
  }
}

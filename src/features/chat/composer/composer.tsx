import {
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  type KeyboardEvent,
  useMemo,
  useState,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react'
import { chatFileRule } from '#contract/chat/file.ts'
import { messageCharsMax } from '#contract/chat/model.ts'
import { acceptOf } from '#contract/file-rule.ts'
import { useLive } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatBytes } from '#src/lib/hand-over.ts'
import { useFileUrl } from '#src/lib/private-image.tsx'
import type { ChosenFile } from '#src/offline/engine/attachments.ts'
import { readQuote } from '#src/offline/features/chat/shown-messages.ts'
import { readDraft } from '#src/offline/features/chat/store.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { IconButton } from '#src/ui/button/button.tsx'
import { useNoStrayDrops } from '#src/ui/field/file-drop.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import type { ChatOpening } from '../chat-resource.ts'
import { authorOf, MessageQuote } from '../message/message-bubble.tsx'
import { canRecord } from '../voice/recorder.ts'
import { RecordButton, RecordingBar, RemoveButton, VoicePlayer } from '../voice/voice-player.tsx'
import { type Composing, useComposer, useSayTyping, type ComposerParts } from './use-composer.ts'
import styles from './composer.module.css'

/** So near the limit the rest is counted. */
const countedFrom = messageCharsMax - 200

/** The key code of whatever an input method takes. */
const composedKeyCode = 229

export interface ComposerProps {
  composing: Composing
  name: string
  area: RefObject<HTMLTextAreaElement | null>
  /** Above the words: what they answer. */
  quote: ReactNode
}

/** Where a message is written: words, a file, and the button that sends them. */
export function Composer({ composing, name, area, quote }: ComposerProps) {
  const { text, file, trouble, sendable, write, attach, detach, send, recording } = composing
  const id = useId()
  const [hasRecorded, setHasRecorded] = useState(false)
  const records = ['asking', 'recording'].includes(recording.state.status)
  useNoStrayDrops()

  function record() {
    setHasRecorded(true)
    recording.start()
  }

  function submit() {
    send()
    area.current?.focus()
  }

  function removeFile() {
    detach()
    // The button that records takes the focus after a recording.
    if (!hasRecorded) focusBeside(area.current)
  }

  function onKeyDown(event: KeyboardEvent) {
    // On a phone Enter begins a new line, as its keyboard has nothing else for that.
    // Safari says by the key code alone that an Enter ends the composing of a word.
    const composing = event.nativeEvent.isComposing || event.keyCode === composedKeyCode
    const enter = event.key === 'Enter' && !event.shiftKey && !composing
    if (!hasKeyboard() || !enter) return
    event.preventDefault()
    if (sendable) submit()
  }

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        if (sendable) submit()
      }}
    >
      {trouble && (
        <p className={styles.trouble} role="alert">
          {trouble}
        </p>
      )}
      {quote}
      {file && <ChosenPart file={file} takesFocus={hasRecorded} onRemove={removeFile} />}
      {records && <RecordingBar recording={recording} />}
      <div className={styles.line} hidden={records}>
        <AttachButton onPick={attach} />
        <label className={styles.field} htmlFor={id}>
          <span className={styles.label}>{m.chat_write({ name })}</span>
          <textarea
            ref={area}
            id={id}
            className={styles.area}
            dir="auto"
            autoComplete="off"
            rows={1}
            value={text}
            placeholder={m.chat_write_placeholder()}
            enterKeyHint="enter"
            aria-invalid={text.length > messageCharsMax || undefined}
            aria-describedby={`${id}-count`}
            onChange={({ target, nativeEvent }) =>
              write(target.value, 'data' in nativeEvent && nativeEvent.data === target.value)
            }
            onKeyDown={onKeyDown}
          />
        </label>
        {!records && canRecord() && text === '' && !file && (
          <RecordButton takesFocus={hasRecorded} state={recording.state} onPress={record} />
        )}
        <button
          className={styles.send}
          type="submit"
          aria-label={m.chat_send()}
          title={m.chat_send()}
          aria-disabled={!sendable}
        >
          <Icon name="send" size={22} />
        </button>
      </div>
      <p className={styles.count} id={`${id}-count`} aria-live="polite">
        {countLabel(text.length)}
      </p>
    </form>
  )
}

function hasKeyboard(): boolean {
  return window.matchMedia('(hover: hover) and (pointer: fine)').matches
}

/** Gives the focus on what goes along to what stays: to the words, or where that would open a keyboard to the way to a file. */
function focusBeside(area: HTMLTextAreaElement | null): void {
  const next = hasKeyboard() ? area : area?.form?.querySelector<HTMLElement>('input[type=file]')
  next?.focus()
}

interface ChosenPartProps {
  file: ChosenFile
  /** A recording that has just ended leaves the focus to its player, or to what else is there of it. */
  takesFocus: boolean
  onRemove: () => void
}

/** What goes along with the words: a picture is seen and a voice note heard before anybody else does. */
function ChosenPart({ file, takesFocus, onRemove }: ChosenPartProps) {
  const { name, type, data, voiceMs } = file
  const blob = useMemo(() => new Blob([data], { type }), [data, type])
  const url = useFileUrl(blob)
  const [failed, setFailed] = useState(false)
  const label = voiceMs === undefined ? name : m.chat_voice()
  const plays = voiceMs !== undefined && !failed
  return (
    <div className={styles.file}>
      {plays && (
        <VoicePlayer
          {...{ url, takesFocus }}
          lengthMs={voiceMs}
          onUnplayable={() => setFailed(true)}
        />
      )}
      {voiceMs === undefined && type.startsWith('image/') && url && !failed ? (
        <img
          className={styles.thumbnail}
          src={url}
          alt={m.chat_image({ name })}
          onError={() => setFailed(true)}
        />
      ) : (
        !plays && <Icon name="attach" size={18} />
      )}
      <span className={styles.fileName} dir="auto">
        {plays ? '' : label}
      </span>
      <span className={styles.bytes}>{formatBytes(data.byteLength)}</span>
      <RemoveButton
        // A recording that cannot be played after all has no player that could have the focus.
        key={plays ? 'beside-player' : 'alone'}
        takesFocus={takesFocus && !plays}
        label={m.chat_file_remove({ name: label })}
        onPress={onRemove}
      />
    </div>
  )
}

function countLabel(count: number): string {
  if (count > messageCharsMax) return m.chat_too_long({ count, max: messageCharsMax })
  return count >= countedFrom ? m.chat_left({ count: messageCharsMax - count }) : ''
}

/** The button says the limits before anything is chosen. */
function AttachButton({ onPick }: { onPick: (file: File) => void }) {
  const id = useId()
  return (
    <label className={styles.attach} title={m.chat_attach_hint()} htmlFor={id}>
      <Icon name="attach" size={22} />
      <input
        id={id}
        type="file"
        aria-label={`${m.chat_attach()}. ${m.chat_attach_hint()}`}
        accept={acceptOf(chatFileRule)}
        onChange={({ target }) => {
          const [picked] = target.files ?? []
          // The same file again is a choice too, and the browser would keep silent about it.
          target.value = ''
          if (picked) onPick(picked)
        }}
      />
    </label>
  )
}

export type ComposerPartProps = Omit<ComposerParts, 'onTyping' | 'draft'> & {
  name: string
  opening: ChatOpening
  handle: Ref<WritingHandle>
}

/** What the chat around it asks of the composer. */
export interface WritingHandle {
  /** The next words answer this message. */
  readonly answer: (messageId: string) => void
  /** Whether something is recorded, or was and is not in the box yet: it is no draft so far. */
  readonly isRecording: () => boolean
}

/** Openings that have had a composer, which may have changed the draft since then. */
const composed = new WeakSet<ChatOpening>()

/** The composer with the draft that is on the device. */
export function ComposerPart({ opening, ...props }: ComposerPartProps) {
  const { db, chatId } = props
  const [reread] = useState(() => composed.has(opening))
  // An effect because only a composer that is on screen changes the draft.
  useEffect(() => void composed.add(opening), [opening])
  // A draft with a file is large: it is read again only where it must be.
  const read = useLive(
    db,
    async () => (reread ? { draft: await readDraft(db, chatId) } : undefined),
    [chatId, reread],
  )
  const first = reread ? read : opening
  return first ? <Writing {...props} draft={first.draft} /> : null
}

type WritingProps = Omit<ComposerPartProps, 'opening'> & Pick<ComposerParts, 'draft'>

function Writing({ name, handle, ...parts }: WritingProps) {
  const { db, chatId } = parts
  const onTyping = useSayTyping(db, chatId)
  const composing = useComposer({ ...parts, onTyping })
  const area = useRef<HTMLTextAreaElement>(null)
  const { replyTo, answer } = composing
  useImperativeHandle(handle, () => ({
    isRecording: () => composing.recording.state.status !== 'idle',
    answer(messageId) {
      answer(messageId)
      area.current?.focus()
    },
  }))
  function drop() {
    answer(null)
    focusBeside(area.current)
  }
  const quote = replyTo && <Answered {...{ db, name, id: replyTo }} onDrop={drop} />
  return <Composer {...{ composing, name, area, quote }} />
}

interface AnsweredProps {
  db: UserDatabase
  id: string
  name: string
  onDrop: () => void
}

/** What the words answer, as this device has it now; it may be deleted while one writes. */
function Answered({ db, id, name, onDrop }: AnsweredProps) {
  const quote = useLive(db, () => readQuote(db, id), [id])
  return (
    <div className={styles.answered}>
      {quote && (
        <MessageQuote quote={quote} author={authorOf(quote, { userId: db.userId, name })} />
      )}
      <IconButton icon="close" label={m.chat_reply_drop()} onClick={onDrop} />
    </div>
  )
}

import { useEffect, useRef, useState } from 'react'
import { voiceMsMax } from '#contract/chat/voice.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatNumber } from '#src/i18n/speech.ts'
import { IconButton } from '#src/ui/button/button.tsx'
import { useFocusOnArrival } from '#src/ui/focus.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import type { RecorderState, Recording } from './recorder.ts'
import styles from './voice-player.module.css'

export interface VoicePlayerProps {
  /** Undefined while the bytes are not at hand. */
  url: string | undefined
  /** How long it is: a recording's own head does not say. */
  lengthMs: number
  /** It comes in the place of what had the focus. */
  takesFocus?: boolean
  /** Fetches the bytes, at the first press. */
  onWanted?: () => void
  /** The browser cannot play it. */
  onUnplayable: () => void
}

/** Plays a voice note, one at a time; nothing is fetched before somebody wants to hear it. */
export function VoicePlayer(props: VoicePlayerProps) {
  const { url, lengthMs, takesFocus = false, onWanted, onUnplayable } = props
  const button = useFocusOnArrival<HTMLButtonElement>(takesFocus)
  const audio = useRef<HTMLAudioElement>(null)
  const [playing, setPlaying] = useState(false)
  const [atMs, setAtMs] = useState(0)
  const [wanted, setWanted] = useState(false)

  // An effect because what was asked for plays once it has come, and a player that goes falls silent.
  useEffect(() => {
    const element = audio.current
    if (url && wanted && element) void playAlone(element)
    return () => element?.pause()
  }, [url, wanted])

  function press() {
    const element = audio.current
    if (!url || !element) {
      setWanted(true)
      onWanted?.()
    } else if (playing) element.pause()
    else void playAlone(element)
  }

  const length = formatLength(lengthMs)
  const label = playing ? m.chat_voice_pause({ length }) : m.chat_voice_play({ length })
  return (
    <div className={styles.player}>
      <button
        ref={button}
        className={styles.play}
        type="button"
        aria-label={label}
        title={label}
        aria-busy={wanted && !url}
        onClick={press}
      >
        <VoiceIcon name={playing ? 'pause' : 'play'} />
      </button>
      <progress className={styles.progress} value={atMs} max={lengthMs} aria-hidden="true" />
      <span className={styles.count}>{playing || atMs > 0 ? formatLength(atMs) : length}</span>
      {url && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- what a person recorded comes without a text of it
        <audio
          ref={audio}
          src={url}
          preload="auto"
          onPlay={() => setPlaying(true)}
          onPause={() => setPlaying(false)}
          onEnded={() => {
            setPlaying(false)
            setAtMs(0)
          }}
          onTimeUpdate={({ currentTarget }) => setAtMs(currentTarget.currentTime * 1_000)}
          onError={onUnplayable}
        />
      )}
    </div>
  )
}

let sounding: HTMLAudioElement | undefined

/** Two voices at once are none. What the browser does not let play is played at the next press. */
async function playAlone(element: HTMLAudioElement): Promise<void> {
  if (sounding !== element) sounding?.pause()
  sounding = element
  await element.play().catch(() => undefined)
}

/** In the place of the words while something is recorded: how long it is, the way to keep it, the way to drop it. */
export function RecordingBar({ recording }: { recording: Recording }) {
  const { state, stop, cancel } = recording
  const ms = useElapsed(state.status === 'recording' ? state.sinceMs : undefined)
  const bar = useFocusOnArrival<HTMLDivElement>()
  return (
    <div ref={bar} className={styles.recording} tabIndex={-1}>
      <IconButton icon="trash" label={m.chat_voice_cancel()} onClick={cancel} />
      <output className={styles.state}>
        {state.status === 'asking' ? (
          m.chat_voice_asking()
        ) : (
          <VisuallyHidden>{m.chat_voice_recording()}</VisuallyHidden>
        )}
      </output>
      {state.status === 'recording' && (
        <>
          <span className={styles.light} aria-hidden="true" />
          <span className={styles.count} role="timer" dir="ltr">
            {formatLength(ms)} / {formatLength(voiceMsMax)}
          </span>
          <progress className={styles.progress} value={ms} max={voiceMsMax} aria-hidden="true" />
          <StopButton onPress={stop} />
        </>
      )}
    </div>
  )
}

/** The next key ends what was begun with the last one. */
function StopButton({ onPress }: { onPress: () => void }) {
  const button = useFocusOnArrival<HTMLButtonElement>()
  return (
    <IconButton
      ref={button}
      icon="check"
      look="soft"
      label={m.chat_voice_stop()}
      onClick={onPress}
    />
  )
}

/** Begins a recording. It takes the focus that a recording leaves behind: on a phone the field would open the keyboard. */
export function RecordButton({ takesFocus, state, onPress }: RecordButtonProps) {
  // The last voice note is on its way into the box.
  const waits = state.status === 'ending'
  const button = useFocusOnArrival<HTMLButtonElement>(takesFocus)
  return (
    <button
      ref={button}
      className={styles.mic}
      type="button"
      aria-label={m.chat_voice_record()}
      title={m.chat_voice_record()}
      aria-disabled={waits}
      onClick={waits ? undefined : onPress}
    >
      <VoiceIcon name="mic" />
    </button>
  )
}

interface RecordButtonProps {
  takesFocus: boolean
  state: RecorderState
  onPress: () => void
}

interface RemoveButtonProps {
  takesFocus: boolean
  label: string
  onPress: () => void
}

/** Takes away what goes along with the words, and the focus where nothing of it plays. */
export function RemoveButton({ takesFocus, label, onPress }: RemoveButtonProps) {
  const button = useFocusOnArrival<HTMLButtonElement>(takesFocus)
  return <IconButton ref={button} icon="close" label={label} onClick={onPress} />
}

const stepMs = 200

/** Milliseconds since a moment, a few times a second. */
function useElapsed(sinceMs: number | undefined): number {
  const [nowMs, setNowMs] = useState(() => performance.now())

  // An effect because time passes outside React.
  useEffect(() => {
    if (sinceMs === undefined) return undefined
    const timer = setInterval(() => setNowMs(performance.now()), stepMs)
    return () => clearInterval(timer)
  }, [sinceMs])

  return sinceMs === undefined ? 0 : Math.min(voiceMsMax, Math.max(0, nowMs - sinceMs))
}

/** Drawn on the grid of the kit's icons; here because chats alone need them. */
const paths = {
  mic: 'M12 14.5a3.2 3.2 0 0 0 3.2-3.2V6.7a3.2 3.2 0 0 0-6.4 0v4.6a3.2 3.2 0 0 0 3.2 3.2zM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v2.5',
  play: 'M8.5 5.5l10 6.5-10 6.5z',
  pause: 'M8.5 6v12M15.5 6v12',
} as const

function VoiceIcon({ name }: { name: keyof typeof paths }) {
  return (
    <svg
      width={22}
      height={22}
      viewBox="0 0 24 24"
      fill={name === 'play' ? 'currentcolor' : 'none'}
      stroke="currentcolor"
      strokeWidth={name === 'pause' ? 3 : 1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}

/** "0:07" of seven seconds; a part of a second counts as one, so that no note seems empty. */
function formatLength(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000 - 0.25))
  const rest = formatNumber(seconds % 60, { minimumIntegerDigits: 2 })
  return `${formatNumber(Math.floor(seconds / 60))}:${rest}`
}

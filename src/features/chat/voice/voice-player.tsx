import { useEffect, useRef, useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatLength } from './format-length.ts'
import { VoiceIcon } from './voice-icon.tsx'
import styles from './voice.module.css'

export interface VoicePlayerProps {
  /** Undefined while the bytes are not at hand. */
  url: string | undefined
  /** How long it is: a recording's own head does not say. */
  lengthMs: number
  /** Fetches the bytes, at the first press. */
  onWanted?: () => void
  /** The browser cannot play it. */
  onUnplayable: () => void
}

/** Plays a voice note, one at a time; nothing is fetched before somebody wants to hear it. */
export function VoicePlayer({ url, lengthMs, onWanted, onUnplayable }: VoicePlayerProps) {
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

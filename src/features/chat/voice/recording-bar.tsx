import { useEffect, useState } from 'react'
import { voiceMsMax } from '#contract/chat/voice.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { IconButton } from '#src/ui/button/icon-button.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { formatLength } from './format-length.ts'
import type { Recording } from './use-voice-recorder.ts'
import { VoiceIcon } from './voice-icon.tsx'
import styles from './voice.module.css'

/** In the place of the words while something is recorded: how long it is, the way to keep it, the way to drop it. */
export function RecordingBar({ recording }: { recording: Recording }) {
  const { state, stop, cancel } = recording
  const ms = useElapsed(state.status === 'recording' ? state.sinceMs : undefined)
  return (
    <div className={styles.recording}>
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
          <span className={styles.count} role="timer">
            {formatLength(ms)} / {formatLength(voiceMsMax)}
          </span>
          <progress className={styles.progress} value={ms} max={voiceMsMax} aria-hidden="true" />
          <IconButton icon="check" look="soft" label={m.chat_voice_stop()} onClick={stop} />
        </>
      )}
    </div>
  )
}

/** Begins a recording. */
export function RecordButton({ onPress }: { onPress: () => void }) {
  return (
    <button
      className={styles.mic}
      type="button"
      aria-label={m.chat_voice_record()}
      title={m.chat_voice_record()}
      onClick={onPress}
    >
      <VoiceIcon name="mic" />
    </button>
  )
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

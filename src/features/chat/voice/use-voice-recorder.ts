import { useEffect, useEffectEvent, useState } from 'react'
import type { ChosenFile } from '#src/offline/engine/attachments.ts'
import { createVoiceRecorder, type RecorderState, type VoiceRecorder } from './recorder.ts'

export interface Recording extends VoiceRecorder {
  readonly state: RecorderState
}

export interface RecordingParts {
  readonly onVoice: (file: ChosenFile, end: 'stopped' | 'full') => void
  readonly onTrouble: (why: string) => void
}

/** A recorder for as long as its screen is there; whoever leaves, or puts the phone away, keeps what they said. */
export function useVoiceRecorder(parts: RecordingParts): Recording {
  const [state, setState] = useState<RecorderState>({ status: 'idle' })
  const [recorder] = useState(() => createVoiceRecorder({ onState: setState, ...parts }))
  const recording = state.status === 'recording'

  const onHidden = useEffectEvent(() => {
    if (recording && document.visibilityState === 'hidden') recorder.stop()
  })
  // An effect because the microphone is outside React, and phones silence it for a page that nobody sees.
  useEffect(() => {
    const hidden = () => onHidden()
    document.addEventListener('visibilitychange', hidden)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      recorder.stop()
    }
  }, [recorder])

  return { state, ...recorder }
}

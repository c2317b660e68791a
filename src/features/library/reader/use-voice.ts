import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { speechParts } from './speech-parts.ts'

export type VoiceState = 'silent' | 'speaking' | 'paused'

export interface Voice {
  /** Undefined where the browser has no voice. */
  readonly state: VoiceState | undefined
  readonly speak: () => void
  readonly pause: () => void
  readonly goOn: () => void
  readonly stop: () => void
}

/** Reads a text aloud with the browser's own voice; silent as soon as the page is left. */
export function useVoice(text: string): Voice {
  const available = useSyncExternalStore(followVoices, hasVoice)
  const [state, setState] = useState<VoiceState>('silent')
  // Each reading has a number, so that the end of one that was stopped ends no other.
  const reading = useRef(0)

  // An effect because the voice lives outside React and would read on over the next page.
  useEffect(() => {
    const running = reading
    return () => {
      running.current += 1
      globalThis.speechSynthesis?.cancel()
    }
  }, [text])

  function speak() {
    stop()
    const mine = reading.current
    const parts = speechParts(text).map((part) => new SpeechSynthesisUtterance(part))
    const last = parts.at(-1)
    if (!last) return
    const silent = () => {
      if (reading.current === mine) setState('silent')
    }
    last.addEventListener('end', silent)
    parts.forEach((part) => part.addEventListener('error', silent))
    parts.forEach((part) => speechSynthesis.speak(part))
    setState('speaking')
  }

  function stop() {
    reading.current += 1
    speechSynthesis.cancel()
    setState('silent')
  }

  function pause() {
    speechSynthesis.pause()
    setState('paused')
  }

  function goOn() {
    speechSynthesis.resume()
    setState('speaking')
  }

  return { state: available ? state : undefined, speak, pause, goOn, stop }
}

function hasVoice(): boolean {
  return (globalThis.speechSynthesis?.getVoices().length ?? 0) > 0
}

/** Browsers load their voices after the page. */
function followVoices(listener: () => void): () => void {
  globalThis.speechSynthesis?.addEventListener?.('voiceschanged', listener)
  return () => globalThis.speechSynthesis?.removeEventListener?.('voiceschanged', listener)
}

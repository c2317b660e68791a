import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

export type VoiceState = 'silent' | 'speaking' | 'paused'

export interface Voice {
  /** Undefined where the browser has no voice. */
  readonly state: VoiceState | undefined
  readonly speak: () => void
  readonly pause: () => void
  readonly goOn: () => void
  readonly stop: () => void
}

/** Reads a text aloud with the browser's own voice, one of its language where that is known; silent as soon as the page is left. */
export function useVoice(text: string, lang: string | undefined): Voice {
  const available = useSyncExternalStore(followVoices, hasVoice)
  const [state, setState] = useState<VoiceState>('silent')
  // Each reading has a number, so that the end of one that was stopped ends no other.
  const reading = useRef(0)
  // How many parts of the text were spoken to their end.
  const done = useRef(0)

  // An effect because the voice lives outside React and would read on over the next page.
  useEffect(() => {
    const running = reading
    const spoken = done
    return () => {
      running.current += 1
      spoken.current = 0
      if (globalThis.speechSynthesis) silence()
    }
  }, [text])

  function speakFrom(first: number) {
    end('silent')
    const mine = reading.current
    const parts = speechParts(text).slice(first)
    if (parts.length === 0) return
    done.current = first
    const silent = () => {
      if (reading.current === mine) setState('silent')
    }
    const ended = (index: number) => {
      if (reading.current !== mine) return
      done.current = first + index + 1
      if (index === parts.length - 1) setState('silent')
    }
    parts.forEach((part, index) => {
      const utterance = new SpeechSynthesisUtterance(part)
      if (lang !== undefined) utterance.lang = lang
      utterance.addEventListener('error', silent)
      utterance.addEventListener('end', () => ended(index))
      speechSynthesis.speak(utterance)
    })
    setState('speaking')
  }

  function end(next: VoiceState) {
    reading.current += 1
    silence()
    setState(next)
  }

  return {
    state: available ? state : undefined,
    speak: () => speakFrom(0),
    // The browser's own pause ends the speech on Android, untold, and nothing resumes it there: the part begins anew.
    pause: () => end('paused'),
    goOn: () => speakFrom(done.current),
    stop: () => end('silent'),
  }
}

/** The browser's one voice stays paused after a cancel: whatever it was given next would wait for ever. */
function silence(): void {
  speechSynthesis.cancel()
  speechSynthesis.resume()
}

function hasVoice(): boolean {
  return (globalThis.speechSynthesis?.getVoices().length ?? 0) > 0
}

/** Browsers load their voices after the page. */
function followVoices(listener: () => void): () => void {
  globalThis.speechSynthesis?.addEventListener?.('voiceschanged', listener)
  return () => globalThis.speechSynthesis?.removeEventListener?.('voiceschanged', listener)
}

/** Voices fall silent in the middle of what is much longer. */
const partCharsMax = 220

/** A text as pieces that a voice reads one after another: sentences, and the long ones in halves. */
export function speechParts(text: string): string[] {
  return text
    .split(/\n+/)
    .flatMap((line) => line.match(/[^.!?؟…]+[.!?؟…]*/g) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .flatMap(halved)
}

function halved(sentence: string): string[] {
  if (sentence.length <= partCharsMax) return [sentence]
  const middle = sentence.lastIndexOf(' ', partCharsMax)
  const at = middle > 0 ? middle : partCharsMax
  return [sentence.slice(0, at).trim(), ...halved(sentence.slice(at).trim())]
}

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

  // An effect because the voice lives outside React and would read on over the next page.
  useEffect(() => {
    const running = reading
    return () => {
      running.current += 1
      if (globalThis.speechSynthesis) silence()
    }
  }, [text])

  function speak() {
    stop()
    const mine = reading.current
    const parts = speechParts(text).map((part) => {
      const utterance = new SpeechSynthesisUtterance(part)
      return lang === undefined ? utterance : Object.assign(utterance, { lang })
    })
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
    silence()
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

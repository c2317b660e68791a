import { useEffect, useEffectEvent, useState } from 'react'
import { judgeVoice, voiceMsMax, voiceTypes } from '#contract/chat/voice.ts'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { ChosenFile } from '#src/offline/engine/attachments.ts'
import { takeChatFile } from '#src/offline/features/chat/send.ts'

export type RecorderState =
  | { readonly status: 'idle' }
  /** The browser asks the person for the microphone. */
  | { readonly status: 'asking' }
  /** Since a moment of `performance.now()`. */
  | { readonly status: 'recording'; readonly sinceMs: number }
  /** The microphone is off, and what was recorded is about to be handed over: until then nothing else may take its place. */
  | { readonly status: 'ending' }

export interface RecorderParts {
  readonly onState: (state: RecorderState) => void
  readonly onVoice: OnVoice
  readonly onTrouble: (why: string) => void
}

/**
 * A voice note to listen to and to send; `full` where the minute was over. What a busy or frozen phone has recorded
 * beyond what a voice note may be is an ordinary file, which is `long`.
 */
type OnVoice = (file: ChosenFile, end: 'stopped' | 'full' | 'long') => void

interface VoiceRecorder {
  /** Does nothing while another one is recorded or on its way. */
  readonly start: () => void
  /** Ends the recording and keeps it. */
  readonly stop: () => void
  /** Ends it and lets go of it. */
  readonly cancel: () => void
}

/** Whether this browser records anything that can be sent. */
export function canRecord(): boolean {
  return recordedType() !== undefined && typeof navigator.mediaDevices?.getUserMedia === 'function'
}

/** Speech is understood well at this rate, and a minute of it goes up in seconds on a slow network. */
const bitsPerSecond = 32_000

/** Pieces of a recording are handed over this often: what was said is in memory, whatever becomes of the microphone. */
const pieceMs = 1_000

/**
 * What was recorded is handed over in much less than this, in milliseconds. A recorder that says nothing more leaves nobody
 * with a recording that does not end.
 */
export const handMsMax = 10_000

/** Records one voice note at a time, up to a minute; the microphone is on from the tap to the end alone. */
export function createVoiceRecorder(parts: RecorderParts): VoiceRecorder {
  let current: Capture | undefined
  /** Counts the taps: a microphone that was allowed after its recording was cancelled is given back. */
  let turn = 0

  async function start() {
    if (current && !current.isOver()) return
    const mine = (turn += 1)
    current = undefined
    parts.onState({ status: 'asking' })
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      if (mine !== turn) return release(stream)
      // One that hands over late says nothing about the one after it.
      const onState = (state: RecorderState) => mine === turn && parts.onState(state)
      current = record(stream, { ...parts, onState })
    } catch (error) {
      if (mine !== turn) return
      parts.onState({ status: 'idle' })
      parts.onTrouble(whyNot(error))
    }
  }

  function end(how: 'stopped' | 'cancelled') {
    if (current) return current.end(how)
    turn += 1
    parts.onState({ status: 'idle' })
  }

  return {
    start: () => void start(),
    stop: () => end('stopped'),
    cancel: () => end('cancelled'),
  }
}

interface Capture {
  /** Whether it was handed over, or is waited for no longer. */
  isOver(): boolean
  end(how: 'stopped' | 'full' | 'cancelled'): void
}

/** Records until it is ended. A recorder that does not start lets go of the microphone. */
function record(stream: MediaStream, parts: RecorderParts): Capture {
  try {
    return capture(stream, parts)
  } catch (error) {
    release(stream)
    throw error
  }
}

function capture(stream: MediaStream, { onState, onVoice, onTrouble }: RecorderParts): Capture {
  const mimeType = recordedType() ?? ''
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitsPerSecond })
  const pieces: Blob[] = []
  let ended: 'stopped' | 'full' | 'cancelled' | undefined
  let isOver = false
  let full: ReturnType<typeof setTimeout> | undefined
  let handing: ReturnType<typeof setTimeout> | undefined

  function over() {
    isOver = true
    clearTimeout(handing)
    onState({ status: 'idle' })
  }

  function end(how: 'stopped' | 'full' | 'cancelled') {
    if (ended) return
    ended = how
    clearTimeout(full)
    if (recorder.state !== 'inactive') recorder.stop()
    release(stream)
    if (how === 'cancelled') return over()
    onState({ status: 'ending' })
    handing = setTimeout(over, handMsMax)
  }

  async function hand() {
    const [type = ''] = mimeType.split(';')
    const name = `${m.chat_voice()}.${type === 'audio/mp4' ? 'mp4' : 'webm'}`
    // What cannot be read is nothing that was recorded.
    const data = await new Blob(pieces).arrayBuffer().catch(() => new ArrayBuffer())
    const judged = judgeVoice(new Uint8Array(data))
    if (judged.status === 'refused') {
      if (judged.why === 'noSound') return onTrouble(m.chat_voice_nothing())
      const taken = await takeChatFile(new File([data], name, { type }))
      return taken.status === 'taken' ? onVoice(taken.file, 'long') : onTrouble(term(taken.text))
    }
    onVoice({ name, type, data, voiceMs: judged.ms }, ended === 'full' ? 'full' : 'stopped')
  }

  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data))
  recorder.addEventListener('start', () => {
    // Somebody was faster than the microphone.
    if (ended) return
    onState({ status: 'recording', sinceMs: performance.now() })
    full = setTimeout(() => end('full'), voiceMsMax)
  })
  // A call that comes in, or a headset that goes, ends the recording: what was said until then stays.
  recorder.addEventListener('stop', () => {
    end('stopped')
    if (ended !== 'cancelled') void hand().finally(over)
  })
  recorder.start(pieceMs)
  return { isOver: () => isOver, end }
}

function recordedType(): string | undefined {
  if (typeof MediaRecorder === 'undefined') return undefined
  return voiceTypes.find((type) => MediaRecorder.isTypeSupported(type))
}

function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** What keeps the microphone away, in words that lead on. */
function whyNot(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return m.chat_voice_denied()
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return m.chat_voice_no_mic()
  return m.chat_voice_busy()
}

export interface Recording extends VoiceRecorder {
  readonly state: RecorderState
}

/** A recorder for as long as its screen is there; whoever leaves, or puts the phone away, keeps what they said. */
export function useVoiceRecorder(parts: Omit<RecorderParts, 'onState'>): Recording {
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

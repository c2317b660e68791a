import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { ChosenFile } from '#src/offline/engine/attachments.ts'
import { takeChatFile } from '#src/offline/features/chat/send.ts'

export interface FilePickParts {
  /** What is in the box now. */
  readonly boxed: () => ChosenFile | null
  readonly onFile: (file: ChosenFile) => void
  /** Why a file was not taken; undefined once one was. */
  readonly onTrouble: (why: string | undefined) => void
}

export interface FilePicks {
  /** Reads a chosen file, which takes seconds where the phone has to fetch it first. */
  take(chosen: File): Promise<void>
  /** Whether a voice note is being recorded, which will be in the box. */
  setRecording(recording: boolean): void
  /** What is still being read is taken no more. */
  end(): void
}

/** The files that are chosen for one box: only the one chosen last goes into it, and in the place of no voice note. */
export function createFilePicks({ boxed, onFile, onTrouble }: FilePickParts): FilePicks {
  /** Counts the choices. */
  let turn = 0
  let recording = false

  function inTheWay(): string | undefined {
    if (recording) return m.chat_recording_in_the_way()
    return boxed()?.voiceMs === undefined ? undefined : m.chat_voice_in_the_way()
  }

  return {
    async take(chosen) {
      const mine = (turn += 1)
      const before = inTheWay()
      if (before !== undefined) return onTrouble(before)
      const taken = await takeChatFile(chosen)
      if (mine !== turn) return
      const why = taken.status === 'refused' ? term(taken.text) : inTheWay()
      onTrouble(why)
      if (taken.status === 'taken' && why === undefined) onFile(taken.file)
    },
    setRecording(now) {
      recording = now
    },
    end() {
      turn += 1
    },
  }
}

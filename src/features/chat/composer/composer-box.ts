import { cleanText } from '#contract/free-text.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { ChosenFile } from '#src/offline/engine/attachments.ts'

/** What the field and the file beside it hold. */
export interface Written {
  readonly text: string
  readonly file: ChosenFile | null
  /** The message that it answers. */
  readonly replyTo?: string | null
}

export interface BoxParts {
  /** Draws what is in the box. */
  readonly show: (written: Written) => void
  /** Stores as the draft what was not sent. */
  readonly save: (written: Written) => void
  readonly onTrouble: (why: string) => void
}

/** Puts a message in line, behind those before it; gives why it was refused, or nothing once the chat shows it. */
export type PutInLine = (message: Written) => Promise<string | undefined>

export interface ComposerBox {
  /** What the box holds now. */
  written(): Written
  /** What it holds from now on; `anew` where its words replaced the whole text. */
  change(next: Written, how?: { anew: boolean }): void
  /** Sends what was written since the last press. */
  send(put: PutInLine): void
  /** Takes in what another page has written, before its own words. */
  takeIn(other: Written): void
  /** Holds `next` in the place of `before`, if that is what it still holds. Gives whether it does. */
  follow(before: Written, next: Written): boolean
}

/**
 * The box in which a message is written. It holds the words until the chat shows them as a message that the device
 * has, so that an empty box never means words that a death of the phone would bring back; what is typed meanwhile
 * stays in it.
 */
export function createComposerBox(first: Written, parts: BoxParts): ComposerBox {
  let shown = first
  /** What the box held at the last press, while that is on its way. */
  let leaving: Written | undefined
  let underWay = 0
  /** What is to be in the box again: what was refused, and what another page has written. */
  let returning: Written[] = []

  function unsent(): Written {
    return leaving ? since(leaving, shown) : shown
  }

  function show(next: Written): void {
    shown = next
    parts.show(next)
  }

  async function send(message: Written, put: PutInLine): Promise<void> {
    const why = await put(message).catch(() => m.chat_send_failed())
    if (why !== undefined) {
      returning.push(message)
      parts.onTrouble(why)
    }
    underWay -= 1
    if (underWay === 0) settle()
  }

  /** What returns is in the box again, before whatever was typed meanwhile. */
  function settle(): void {
    const left = returning
    const now = unsent()
    leaving = undefined
    returning = []
    show(joined([...left, now]))
    if (left.length > 0) parts.save(shown)
  }

  return {
    written: () => shown,
    change(next, { anew } = { anew: false }) {
      if (anew && leaving) leaving = { ...leaving, text: '' }
      show(next)
      parts.save(unsent())
    },
    send(put) {
      const message = unsent()
      if (isNothing(message)) return
      leaving = shown
      underWay += 1
      void send(message, put)
    },
    takeIn(other) {
      returning.push(other)
      if (underWay === 0) settle()
    },
    follow(before, next) {
      const holds = underWay === 0 && isSame(shown, before)
      if (holds) show(next)
      return holds
    },
  }
}

/** One message of several; it has one file, and a voice note cannot be had again. */
function joined(parts: readonly Written[]): Written {
  const files = parts.flatMap(({ file }) => file ?? [])
  return {
    text: parts
      .map(({ text }) => text)
      .filter((text) => text !== '')
      .join('\n'),
    file: files.find(({ voiceMs }) => voiceMs !== undefined) ?? files[0] ?? null,
    ...answering(parts.find(({ replyTo }) => replyTo)?.replyTo),
  }
}

function isSame(one: Written, other: Written): boolean {
  const answered = (one.replyTo ?? null) === (other.replyTo ?? null)
  return one.text === other.text && one.file === other.file && answered
}

export function isNothing({ text, file }: Written): boolean {
  return cleanText(text) === '' && file === null
}

function since(before: Written, now: Written): Written {
  const file = now.file === before.file ? null : now.file
  const replyTo = now.replyTo === before.replyTo ? null : now.replyTo
  return { text: typedSince(before.text, now.text), file, ...answering(replyTo) }
}

function answering(replyTo: string | null | undefined): Pick<Written, 'replyTo'> {
  return replyTo ? { replyTo } : {}
}

/** What was typed into a field since it held `before`: what was put in, or the whole where other words replaced it. */
export function typedSince(before: string, now: string): string {
  let start = 0
  while (start < before.length && before[start] === now[start]) start += 1
  let end = 0
  const room = Math.min(before.length, now.length) - start
  while (end < room && before.at(-1 - end) === now.at(-1 - end)) end += 1
  const typed = now.slice(start, now.length - end)
  const removed = before.length - start - end
  return typed === '' || removed === 0 ? typed : now
}

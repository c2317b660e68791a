import { laneOf, type Command, type CommandKind, type PayloadOf } from '#contract/commands.ts'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import type { ChosenFile } from '#src/offline/engine/attachments.ts'
import { enqueue, type TapMoment } from '#src/offline/engine/outbox.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { PictureTap } from './day-picture.ts'
import type { BriefTap } from './model-brief.ts'
import { lineOf, planLines, planReader } from './model-plan.ts'

/**
 * What a person does: an answer, words beside the answer of one day or its picture, the cancel of a session, words or a file in
 * one of two chats, an import of two parts, which they can take back, a line of a plan, or the brief of a
 * session, which they can take back; or they take a share back.
 */
export type Tap =
  | TrackerType
  | 'words A'
  | 'words B'
  | 'file A'
  | 'reply A'
  | 'note'
  | 'cancel'
  | PictureTap
  | BriefTap
  | 'import'
  | 'undo import'
  | 'hide'
  | (typeof planTaps)[number]
export const chatTaps = ['words A', 'words B', 'file A', 'reply A'] as const

/** Lines of the safety plan, their removal, and what else is sent about plans. */
export const planTaps = ['line A', 'line B', 'line away', 'idea', 'decline', 'unshare'] as const

export const answers = { Mood: 'happy', Fitness: 'active', Sleep: '7 - 8', Diet: 'well' } as const
export const chatA = '01985a3c-0000-7a10-8c00-0000000000c1'
export const chatB = '01985a3c-0000-7a10-8c00-0000000000c2'

/** One result, shown to two people before anything happens. */
export const sharedResult = {
  kind: 'result',
  itemId: '01985a3c-0000-7a10-8c00-0000000000d1',
} as const
export const sharedWith = [
  '01985a3c-0000-7a10-8c00-0000000000e1',
  '01985a3c-0000-7a10-8c00-0000000000e2',
]

/** All notes are of one day, so that each meets the others. */
export const noteDay = '2000-01-01' as LocalDate

export function noteOf(text: string): PayloadOf<'trackers.note'> {
  const words = { feelings: [], tags: [], ownTags: [], text }
  return { trackerType: 'Mood', day: noteDay, ...words, basedOn: null, settles: [] }
}

/** The command of a tap, with the file that goes with it; each answer has a day of its own by its order. */
export function commandOf(what: Tap, order: number): { command: Command; file?: ChosenFile } {
  if (what in answers) {
    const trackerType = what as TrackerType
    // Each answer has a day of its own, so that all of them may stand.
    const date = addDays('2000-01-01' as LocalDate, order)
    const payload = { trackerType, answer: answers[trackerType], date }
    return { command: { kind: 'trackers.record', payload } }
  }
  if (what === 'note') {
    return { command: { kind: 'trackers.note', payload: noteOf(`note ${order}`) } }
  }
  if (what === 'cancel') {
    const bookingId = `01985a3c-0000-7a10-8c00-${String(order).padStart(12, '0')}`
    const at = '2026-11-21T12:00:00.000Z'
    const payload = { bookingId, sequence: 0, tappedAt: at, lastAnswerAt: at }
    return { command: { kind: 'booking.cancel', payload } }
  }
  if (what === 'hide') {
    const viewerId = sharedWith[order % sharedWith.length] ?? ''
    return { command: { kind: 'share.revoke', payload: { ...sharedResult, viewerId } } }
  }
  const planned = planCommandOf(what, order)
  if (planned) return { command: planned }
  const chatId = what === 'words B' ? chatB : chatA
  const words = { chatId, content: `message ${order}` }
  if (what !== 'file A') return { command: { kind: 'chat.send', payload: words } }
  const file = { name: 'a.pdf', type: 'application/pdf', data: new ArrayBuffer(8) }
  return { command: { kind: 'chat.send', payload: { ...words, file: { name: file.name } } }, file }
}

function planCommandOf(what: Tap, order: number): Command | undefined {
  const [idA, idB] = planLines
  const line = (id: string) => lineOf(id, `line ${order}`, null)
  const commands: Partial<Record<Tap, Command>> = {
    'line A': { kind: 'plan.put', payload: line(idA) },
    'line B': { kind: 'plan.put', payload: line(idB) },
    'line away': {
      kind: 'plan.remove',
      payload: { id: idA, basedOn: null, settles: [], accepts: null },
    },
    idea: { kind: 'plan.propose', payload: { userId: chatB, change: 'remove', itemId: idA } },
    decline: { kind: 'plan.decline', payload: { proposalId: chatA } },
    unshare: { kind: 'share.revoke', payload: { kind: 'plan', viewerId: planReader } },
  }
  return commands[what]
}

type CommandPair<K extends CommandKind> = { [P in K]: { kind: P; payload: PayloadOf<P> } }[K]

/** Puts a command in line and gives its lane. */
export async function queueOne<K extends CommandKind>(
  db: UserDatabase,
  { kind, payload }: CommandPair<K>,
  tap: TapMoment,
  file: ChosenFile | undefined,
): Promise<string> {
  const result = await enqueue<K>(db, { kind, payload }, tap, file)
  if (result.status !== 'queued') throw new Error(`refused: ${result.code}`)
  return laneOf<K>(kind, payload)
}

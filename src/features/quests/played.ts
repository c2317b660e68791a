import * as v from 'valibot'
import { questsApi } from '#contract/quests/api.ts'
import { loadQuest } from '#contract/quests/catalogue.ts'
import type { QuestResult } from '#contract/quests/model.ts'
import {
  questRecordSchema,
  questResponseSchema,
  type QuestRecord,
  type QuestResponse,
} from '#contract/quests/response.ts'
import { localPoints, scoreQuest } from '#contract/quests/scoring.ts'
import { questCard } from '#contract/quests/shelf.ts'
import { shareKey } from '#contract/sharing/model.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { OutboxRow } from '#src/offline/engine/outbox-row.ts'
import { waitingRevocations } from '#src/offline/features/sharing.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { putChanged } from '#src/offline/storage/put-changed.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'

/** A quest played to its end, as this device knows it. */
export interface Played {
  readonly id: string
  readonly questId: number
  readonly version: number
  readonly takenOn: string
  readonly state: 'sent' | 'waiting' | 'refused'
  readonly result: QuestResult
  readonly playPoints: number
  /** What the account earned; undefined until the server has said it. */
  readonly points: number | undefined
  readonly sharedWith: readonly string[]
}

/** What is stored of a quest's history: the server's records, and responses that have not reached it. */
export interface PlayedRows {
  readonly records: readonly QuestRecord[]
  readonly unsent: readonly Pick<OutboxRow, 'opId' | 'payload' | 'state'>[]
}

/** The stored rows of one quest, or of all; for a live query. Rows that cannot be read are left out. */
export async function readPlayedRows(db: UserDatabase, questId?: number): Promise<PlayedRows> {
  const [records, ops, hidden] = await Promise.all([
    questId === undefined
      ? db.questRecords.toArray()
      : db.questRecords.where({ questId }).toArray(),
    questId === undefined
      ? db.outbox.orderBy('seq').toArray()
      : db.outbox.where({ lane: `quest:${questId}` }).toArray(),
    waitingRevocations(db),
  ])
  return {
    records: records.flatMap((row) => {
      const parsed = v.safeParse(questRecordSchema, row)
      return parsed.success ? [withoutHidden(parsed.output, hidden)] : []
    }),
    unsent: ops.filter(({ kind }) => kind === 'quest.respond'),
  }
}

/** What was taken back here counts from the tap on. */
function withoutHidden(record: QuestRecord, hidden: ReadonlyMap<string, string>): QuestRecord {
  const isShown = (viewerId: string) =>
    !hidden.has(shareKey({ kind: 'result', itemId: record.id, viewerId }))
  return { ...record, sharedWith: record.sharedWith.filter(isShown) }
}

/** The history in those rows, newest first. What waits is scored here, by the engine of the server. */
export async function playedOf({ records, unsent }: PlayedRows): Promise<Played[]> {
  const known = new Set(records.map(({ id }) => id))
  const waiting = await Promise.all(
    unsent.filter(({ opId }) => !known.has(opId)).map((row) => fromOperation(row)),
  )
  const all = [...records.map(fromRecord), ...waiting.flatMap((one) => (one ? [one] : []))]
  return all.sort((a, b) => (order(a) < order(b) ? 1 : -1))
}

/** The local day on which each quest was last played, by its id. */
export function lastPlayedDays(rows: PlayedRows): ReadonlyMap<number, string> {
  const days = new Map<number, string>()
  for (const { questId, takenOn } of takenIn(rows)) {
    const last = days.get(questId)
    if (last === undefined || last < takenOn) days.set(questId, takenOn)
  }
  return days
}

/** The local day of each quest that was played to its end. */
export function takenDays(rows: PlayedRows): string[] {
  return takenIn(rows).map(({ takenOn }) => takenOn)
}

/** What counts as played, each response once: what was refused is no quest that is done. */
function takenIn({ records, unsent }: PlayedRows): Pick<QuestResponse, 'questId' | 'takenOn'>[] {
  const known = new Set(records.map(({ id }) => id))
  const waiting = unsent.filter(({ opId, state }) => state !== 'dead' && !known.has(opId))
  return [...records, ...waiting.flatMap(({ payload }) => responseIn(payload) ?? [])]
}

/**
 * Fetches every result of the person and stores them, all or none. Pages that may be older than what was shown or taken back
 * meanwhile are asked for again. Rejects as the calls do.
 */
export async function refreshPlayed(db: UserDatabase, token: string): Promise<void> {
  const before = await readShown(db)
  const records: QuestRecord[] = []
  let after: string | undefined
  do {
    const query = { limit: '100', ...(after === undefined ? {} : { after }) }
    const { results, next } = await callApi(questsApi.listResults, { query }, { token })
    records.push(...results)
    after = next ?? undefined
  } while (after !== undefined)
  const stored = await userTransaction(db, [db.questRecords, db.outbox], async () => {
    if (changedSince(before, await readShown(db))) return false
    await putChanged(db.questRecords, records)
    return true
  })
  if (!stored) await refreshPlayed(db, token)
}

/** What is shown of the results and what waits to be taken back, by the keys of the shares. */
interface Shown {
  readonly shares: readonly string[]
  readonly waiting: readonly string[]
}

async function readShown(db: UserDatabase): Promise<Shown> {
  const [records, waiting] = await Promise.all([db.questRecords.toArray(), waitingRevocations(db)])
  const shares = records.flatMap(({ id, sharedWith }) =>
    sharedWith.map((viewerId) => shareKey({ kind: 'result', itemId: id, viewerId })),
  )
  return { shares: shares.toSorted(), waiting: [...waiting.keys()] }
}

/** Whether an answer that was on its way between the two may not know of something that was granted or taken back. */
function changedSince(before: Shown, now: Shown): boolean {
  const sent = before.waiting.some((key) => !now.waiting.includes(key))
  return sent || before.shares.join() !== now.shares.join()
}

/** What a full set of answers comes to, as the server will say it; undefined for answers that cannot be scored. */
export async function scoreHere(
  response: QuestResponse,
): Promise<{ result: QuestResult; playPoints: number } | undefined> {
  const card = questCard(response.questId)
  const quest = card && (await loadQuest(card.type, response.version))
  if (!quest) return undefined
  const scored = scoreQuest(quest, response.answers)
  if (scored.kind === 'refused') return undefined
  return { result: scored.result, playPoints: localPoints(quest, response.answers) }
}

async function fromOperation(row: PlayedRows['unsent'][number]): Promise<Played | undefined> {
  const response = responseIn(row.payload)
  const scored = response && (await scoreHere(response))
  if (!response || !scored) return undefined
  const { questId, version, takenOn } = response
  const state = row.state === 'dead' ? 'refused' : 'waiting'
  const played = { id: row.opId, questId, version, takenOn, state } as const
  return { ...played, ...scored, points: undefined, sharedWith: [] }
}

function fromRecord(record: QuestRecord): Played {
  return { ...record, state: 'sent' }
}

function responseIn(payload: unknown): QuestResponse | undefined {
  const parsed = v.safeParse(questResponseSchema, payload)
  return parsed.success ? parsed.output : undefined
}

/** Ids grow with time, so they order what was played on one day. */
function order({ takenOn, id }: Played): string {
  return `${takenOn} ${id}`
}

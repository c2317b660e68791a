import * as v from 'valibot'
import {
  briefLane,
  briefReceiptSchema,
  briefSendSchema,
  ownBriefSchema,
  type BriefContent,
  type BriefReceipt,
  type OwnBrief,
} from '#contract/brief/model.ts'
import { shareRevocationSchema } from '#contract/sharing/model.ts'
import {
  mayBeThere,
  mayHaveArrived,
  type Kind,
  type OutboxRow,
} from '#src/offline/engine/outbox-row.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { dropBriefDrafts } from './brief-drafts.ts'

/** The brief of a session as a screen shows it. */
export interface KnownBrief {
  /**
   * `taken_back` was sent once, or was to be. `taking_back` and `waiting` count here from the tap on and have not reached the
   * server; `refused` says why it was not taken.
   */
  readonly state: 'none' | 'sent' | 'waiting' | 'refused' | 'taking_back' | 'taken_back'
  /** What is shown, or will be once it has arrived. */
  readonly content: BriefContent | null
  readonly sentAt: string | null
  readonly refusal: string | undefined
  /** How many times it was taken back, with what waits. */
  readonly withdrawals: number
  /** Whether something of it may have reached the server, so that taking it back must be said there. */
  readonly isOut: boolean
}

export const briefSend: Kind<'brief.send', BriefReceipt> = {
  tables: () => [],
  async admit() {
    return 'ok'
  },

  /** A newer one stands in the place of those that wait, but for one that is under way. */
  async queued(db, { bookingId }) {
    const { free } = await freeRows(db, (await rowsIn(db, briefLane(bookingId))).slice(0, -1))
    await db.outbox.bulkDelete(free.map(({ seq }) => seq))
    // Taking the newer one back takes back what may have arrived before it.
    if (!free.some(mayBeThere)) return
    const newest = (await rowsIn(db, briefLane(bookingId))).at(-1)
    if (newest) await db.outbox.update(newest.seq, { unanswered: true })
  },

  /** The receipts repeat no words: these are in the operations that they are for. */
  async settle(db, receipts) {
    for (const { rev, ...receipt } of receipts) {
      const row = await db.outbox.get({ opId: rev })
      const sent = v.safeParse(briefSendSchema, row?.payload)
      const content = receipt.sentAt !== null && sent.success ? sent.output.content : null
      await changeBriefs(db, (briefs) => {
        const known = briefs.find(({ bookingId }) => bookingId === receipt.bookingId)
        // The receipt of a send that came twice is of before the end that went ahead of it.
        if (known && known.withdrawals > receipt.withdrawals) return briefs
        return [...briefs.filter((each) => each !== known), { ...receipt, content }]
      })
    }
  },

  // A session that the server has forgotten needs no brief.
  idleAgain: ['not_found'],
  resultSchema: briefReceiptSchema,
}

/** What this device has of a brief that was taken back. Inside a user transaction. */
export async function endBriefShare(db: UserDatabase, bookingId: string): Promise<void> {
  await changeBriefs(db, (briefs) => {
    const withdrawals = (briefs.find((each) => each.bookingId === bookingId)?.withdrawals ?? 0) + 1
    const others = briefs.filter((each) => each.bookingId !== bookingId)
    return [...others, { bookingId, sentAt: null, content: null, withdrawals }]
  })
}

/** What the server has, as this device knows it, to be compared with what it knows later. */
export async function readKnownBriefs(db: UserDatabase): Promise<string> {
  return JSON.stringify(await readBriefs(db))
}

/**
 * Stores what the server has, and forgets what was written for sessions that are over. Where an end may have arrived that
 * was not answered, the answer would count it a second time: of these sessions this device keeps what it has. `older` where
 * a brief was sent or taken back since `asked`, and then nothing is stored.
 */
export async function storeBriefs(
  db: UserDatabase,
  briefs: readonly OwnBrief[],
  isOver: (bookingId: string) => boolean,
  asked?: string,
): Promise<'stored' | 'older'> {
  return await userTransaction(db, [db.outbox], async () => {
    if (asked !== undefined && asked !== (await readKnownBriefs(db))) return 'older'
    const held = await unansweredEnds(db)
    await changeBriefs(db, (known) => [
      ...briefs.filter(({ bookingId }) => !held.has(bookingId)),
      ...known.filter(({ bookingId }) => held.has(bookingId)),
    ])
    await dropBriefDrafts(db, isOver)
    return 'stored'
  })
}

/** The sessions with a revocation that may have reached the server and still waits here. */
async function unansweredEnds(db: UserDatabase): Promise<Set<string>> {
  const waiting = await db.outbox.where('lane').startsWith('share:brief ').toArray()
  const rows = waiting.filter(({ state }) => state !== 'dead')
  const { free, sending } = await freeRows(db, rows)
  return new Set(
    [...sending, ...free.filter(mayHaveArrived)].flatMap(({ payload }) => {
      const parsed = v.safeParse(shareRevocationSchema, payload)
      return parsed.success && parsed.output.kind === 'brief' ? [parsed.output.itemId] : []
    }),
  )
}

/** The brief of a session with what waits here; for a live query. */
export async function readBrief(db: UserDatabase, bookingId: string): Promise<KnownBrief> {
  const [briefs, rows] = await db.transaction('r', db.meta, db.outbox, () =>
    Promise.all([readBriefs(db), briefRows(db, bookingId)]),
  )
  const base = briefs.find((each) => each.bookingId === bookingId)
  const known: KnownBrief = {
    state: base?.content ? 'sent' : base && base.withdrawals > 0 ? 'taken_back' : 'none',
    content: base?.content ?? null,
    sentAt: base?.sentAt ?? null,
    refusal: undefined,
    withdrawals: base?.withdrawals ?? 0,
    isOut: Boolean(base?.content),
  }
  return rows.reduce(withRow, known)
}

function withRow(known: KnownBrief, row: OutboxRow): KnownBrief {
  if (row.kind === 'share.revoke') {
    if (row.state === 'dead') return known
    const withdrawals = known.withdrawals + 1
    return {
      ...known,
      state: 'taking_back',
      content: null,
      sentAt: null,
      withdrawals,
      isOut: false,
    }
  }
  const sent = v.safeParse(briefSendSchema, row.payload)
  if (!sent.success) return known
  if (row.state === 'dead') {
    const isOut = known.isOut || mayBeThere(row)
    return { ...known, state: 'refused', refusal: row.lastError?.message, isOut }
  }
  // It was taken back since, and will not be shown.
  if (sent.output.withdrawals < known.withdrawals) return known
  const isOut = known.isOut || mayBeThere(row)
  return { ...known, state: 'waiting', content: sent.output.content, refusal: undefined, isOut }
}

/** What waits of a brief and of its end, in the order of the taps. */
async function briefRows(db: UserDatabase, bookingId: string): Promise<OutboxRow[]> {
  const sends = await rowsIn(db, briefLane(bookingId))
  const revocations = await db.outbox
    .where('lane')
    .startsWith(`share:brief ${bookingId} `)
    .filter(({ payload }) => v.is(shareRevocationSchema, payload))
    .toArray()
  return [...sends, ...revocations].toSorted((a, b) => a.seq - b.seq)
}

async function rowsIn(db: UserDatabase, lane: string): Promise<OutboxRow[]> {
  return await db.outbox.where('lane').equals(lane).sortBy('seq')
}

/** Takes what waits out of the line, and what was refused, but for what is under way: `sending` where something is. */
export async function dropWaitingBriefs(
  db: UserDatabase,
  bookingId: string,
): Promise<'dropped' | 'sending'> {
  return await userTransaction(db, [db.outbox], async () => {
    const rows = await rowsIn(db, briefLane(bookingId))
    const { free, sending } = await freeRows(db, rows)
    await db.outbox.bulkDelete(free.map(({ seq }) => seq))
    return sending.length === 0 ? 'dropped' : 'sending'
  })
}

/** Whether a revocation that waits stands behind every brief of the session that does, and has not left. */
export async function endsEveryBrief(
  db: UserDatabase,
  bookingId: string,
  revocationId: string,
): Promise<boolean> {
  const row = await db.outbox.get({ opId: revocationId })
  if (!row || (await freeRows(db, [row])).free.length === 0) return false
  const last = (await rowsIn(db, briefLane(bookingId))).at(-1)
  return last === undefined || last.seq < row.seq
}

async function freeRows(db: UserDatabase, rows: readonly OutboxRow[]) {
  const batch = await db.meta.get('flight')
  const under = batch?.key === 'flight' ? batch.opIds : []
  return {
    free: rows.filter(({ opId }) => !under.includes(opId)),
    sending: rows.filter(({ opId }) => under.includes(opId)),
  }
}

async function readBriefs(db: UserDatabase): Promise<OwnBrief[]> {
  const row = await db.meta.get('briefs')
  const parsed = v.safeParse(v.array(ownBriefSchema), row?.key === 'briefs' ? row.briefs : [])
  return parsed.success ? parsed.output : []
}

/** Inside a user transaction. */
async function changeBriefs(
  db: UserDatabase,
  change: (briefs: readonly OwnBrief[]) => readonly OwnBrief[],
): Promise<void> {
  await db.meta.put({ key: 'briefs', briefs: change(await readBriefs(db)) })
}

/** The sessions with a brief that is shown, waits or was refused; for a live query. */
export async function readBriefSessions(db: UserDatabase): Promise<ReadonlySet<string>> {
  return await db.transaction('r', db.meta, db.outbox, async () => {
    const waiting = await db.outbox.where('lane').startsWith(briefLane('')).toArray()
    const shown = (await readBriefs(db)).filter(({ content }) => content)
    return new Set([
      ...shown.map(({ bookingId }) => bookingId),
      ...waiting.map(({ lane }) => lane.slice(briefLane('').length)),
    ])
  })
}

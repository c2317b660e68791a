import * as v from 'valibot'
import { bookingCancelSchema } from '#contract/booking/model.ts'
import {
  messageDeletionSchema,
  newMessageSchema,
  reactionChangeSchema,
} from '#contract/chat/model.ts'
import {
  commandSchema,
  goesFirst,
  type CommandKind,
  type PayloadOf,
  laneOf,
} from '#contract/commands.ts'
import { appHeader } from '#contract/endpoint.ts'
import { problem, problemCatalogue, type ProblemCode } from '#contract/problem.ts'
import { shareRevocationSchema } from '#contract/sharing/model.ts'
import { epochHeader, pushRequestSchema, type OpResult, type WireOp } from '#contract/sync/api.ts'
import { trackerScore, type TrackerEntry, trackerAnswerSchema } from '#contract/trackers/model.ts'
import {
  replacedBy,
  replacedMax,
  trackerNoteSchema,
  type StoredNote,
} from '#contract/trackers/note.ts'
import { pictureChangeSchema } from '#contract/trackers/picture.ts'
import { runsOf } from '#server/features/sync/plan.ts'
import { ApiProblemError, UnreachableError } from '#src/offline/api/api-error.ts'
import { ModelImports } from './imports.ts'
import { ModelBrief } from './model-brief.ts'
import { lineOf, ModelPlan } from './model-plan.ts'

/** What befalls one request on its way. */
export type Fate =
  | 'delivered'
  | 'lost before'
  | 'reply lost'
  | 'reply cut'
  | 'portal page'
  | 'stranger json'
  | 401
  | 413
  | 429
  | 500
  | 503

/** How the server takes one operation, beside its plain rules. */
export type Temper = 'fine' | 'rejects' | 'retries' | 'too new'

/** The server as the contract promises it: a ledger and its effects, changed together. */
export class ModelServer {
  /** Every effect in the order it happened; an operation twice in here is a defect. */
  readonly effects: WireOp[] = []
  readonly #ledger = new Map<string, OpResult>()
  readonly #entries = new Map<string, TrackerEntry>()
  readonly tempers = new Map<string, Temper>()
  /** Files that went up, by their messages; emptied by a server that lets go of them. */
  readonly files = new Set<string>()
  /** The reaction of the phone's person to each message, null once it was taken back. */
  readonly reactions = new Map<string, string | null>()
  readonly erased = new Set<string>()
  /** What stands beside answers, by tracker and day. */
  readonly notes = new Map<string, StoredNote>()
  /** Pictures that are kept, by tracker and day. */
  readonly pictures = new Map<string, string>()
  /** Whom the result is no longer shown to. */
  readonly hidden = new Set<string>()
  /** Operations that came in one request before one that goes first. */
  overtaken = 0
  readonly plan = new ModelPlan()
  readonly brief = new ModelBrief()
  readonly imports = new ModelImports(this.#entries, this.notes, () => this.#nextRev())
  uploads = 0
  #elsewhere = 0
  /** Tokens that are known, with their user. */
  readonly sessions = new Map<string, string>()
  /** Operations that arrived under a token, to prove that nothing leaves as somebody else. */
  readonly arrivals: { user: string; opId: string }[] = []
  requests = 0
  /** Which life of its data this is. */
  epoch: string = crypto.randomUUID()

  /** What a backup holds: a function that brings it back, as another life of the data. */
  backUp(): () => void {
    const effects = [...this.effects]
    const maps = [
      this.#ledger,
      this.#entries,
      this.reactions,
      this.notes,
      this.pictures,
      this.plan.items,
      this.brief.stored,
    ].map((map: Map<string, unknown>) => [map, new Map(map)] as const)
    const sets = [this.plan.readers, this.files, this.erased, this.imports.undone, this.hidden].map(
      (set) => [set, new Set(set)] as const,
    )
    return () => {
      this.effects.splice(0, Infinity, ...effects)
      for (const [map, stored] of maps) {
        map.clear()
        for (const [key, value] of stored) map.set(key, value)
      }
      for (const [set, stored] of sets) {
        set.clear()
        for (const value of stored) set.add(value)
      }
      this.epoch = crypto.randomUUID()
    }
  }

  has(opId: string): boolean {
    return this.#ledger.has(opId)
  }

  async answer(request: Request, fate: Fate): Promise<Response> {
    this.requests += 1
    if (fate === 'lost before') throw new TypeError('Failed to fetch')
    if (fate === 'portal page')
      return new Response('<h1>Welcome to the Wi-Fi</h1>', { status: 200 })
    if (fate === 'stranger json') return Response.json({ results: [] })
    if (typeof fate === 'number') return ours(problem(codeOf(fate)), fate, retryAfter(fate))
    const user = this.sessions.get(
      request.headers.get('authorization')?.slice('Bearer '.length) ?? '',
    )
    if (user === undefined) return ours(problem('unauthenticated'), 401)
    const { ops } = v.parse(pushRequestSchema, await request.json())
    const known = request.headers.get(epochHeader) ?? this.epoch
    const results = known === this.epoch ? this.#apply(user, ops) : ops.map(again)
    const reply = { results, epoch: this.epoch }
    if (fate === 'reply lost') throw new TypeError('Failed to fetch')
    if (fate === 'reply cut') return cut(JSON.stringify(reply))
    return ours(reply, 200)
  }

  #apply(user: string, ops: readonly WireOp[]): OpResult[] {
    const stalledLanes = new Set<string>()
    const last = ops.findLastIndex(({ kind }) => goesFirst(kind))
    this.overtaken += ops.slice(0, Math.max(0, last)).filter(({ kind }) => !goesFirst(kind)).length
    const results = new Map<string, OpResult>()
    for (const op of inOrderOfRuns(ops)) {
      this.arrivals.push({ user, opId: op.opId })
      results.set(op.opId, this.#answerFor(op, stalledLanes))
    }
    return ops.flatMap(({ opId }) => results.get(opId) ?? [])
  }

  #answerFor(op: WireOp, stalledLanes: Set<string>): OpResult {
    const known = this.#ledger.get(op.opId)
    if (known)
      return { opId: op.opId, status: 'duplicate', result: 'result' in known ? known.result : {} }
    const temper = this.tempers.get(op.opId) ?? 'fine'
    const lane = laneOfOp(op)
    if (temper === 'retries' || this.#lacksFile(op)) stalledLanes.add(lane)
    // A later operation of the lane must not overtake one that is asked to come again.
    if (stalledLanes.has(lane))
      return { opId: op.opId, status: 'retry', code: this.#codeFor(op), afterMs: 1_000 }
    return this.#applyOne(op, temper)
  }

  #applyOne(op: WireOp, temper: Temper): OpResult {
    const { opId } = op
    if (temper === 'too new') return { opId, status: 'upgrade_required' }
    if (temper === 'rejects')
      return { opId, status: 'rejected', code: 'date_out_of_range', message: 'no' }
    if (op.kind === 'chat.send') return this.#receive(op)
    if (op.kind === 'chat.delete') return this.#erase(op)
    if (op.kind === 'chat.react') return this.#react(op)
    if (op.kind === 'trackers.note') return this.#note(op)
    if (op.kind === 'booking.cancel') return this.#cancel(op)
    if (op.kind === 'trackers.picture') return this.#picture(op)
    if (op.kind === 'trackers.import') return this.#settle(op, this.imports.take(op))
    if (op.kind === 'trackers.undo_import') return this.#settle(op, this.imports.takeBack(op))
    if (op.kind === 'share.revoke') return this.#hide(op)
    if (op.kind.startsWith('plan.')) return this.#plan(op)
    if (op.kind === 'brief.send') return this.#settle(op, this.brief.send(op))
    const answer = v.parse(trackerAnswerSchema, op.payload)
    const slot = `${answer.trackerType} ${answer.date}`
    const stored = this.#entries.get(slot)
    const entry = stored ?? {
      id: opId,
      ...answer,
      day: answer.date,
      score: trackerScore(answer.trackerType, answer.answer) ?? 1,
    }
    this.#entries.set(slot, entry)
    this.effects.push(op)
    const result: OpResult = { opId, status: stored ? 'superseded' : 'applied', result: entry }
    this.#ledger.set(opId, result)
    return result
  }

  #lacksFile({ kind, opId, payload }: WireOp): boolean {
    if (this.files.has(opId)) return false
    if (kind === 'trackers.picture') {
      return v.parse(pictureChangeSchema, payload).removes === null
    }
    if (kind !== 'chat.send') return false
    return v.parse(newMessageSchema, payload).file !== undefined
  }

  #codeFor(op: WireOp): ProblemCode {
    return this.#lacksFile(op) ? 'file_missing' : 'internal'
  }

  #receive(op: WireOp): OpResult {
    const { opId } = op
    const { chatId, replyTo } = v.parse(newMessageSchema, op.payload)
    const answered = replyTo && { replyTo: { _id: replyTo, seq: 1 } }
    const seq = this.#nextRev()
    const at = { seq, rev: seq, timestamp: '2026-11-21T12:00:00.000Z' }
    return this.#settle(op, { _id: opId, chatId, ...at, fileUrl: null, file: null, ...answered })
  }

  /** The last one of a message stays; a deleted message takes none. */
  #react(op: WireOp): OpResult {
    const { chatId, messageId, reaction } = v.parse(reactionChangeSchema, op.payload)
    if (this.erased.has(messageId) && reaction !== null) {
      return { opId: op.opId, status: 'rejected', code: 'message_deleted', message: 'gone' }
    }
    this.reactions.set(messageId, reaction)
    return this.#settle(op, { _id: messageId, chatId, rev: this.#nextRev(), reaction })
  }

  /** The last write stands; what its writer had not seen goes beside it, and more than a day holds is refused. */
  #note(op: WireOp): OpResult {
    const stored = this.#standing(v.parse(trackerNoteSchema, op.payload), op.opId)
    if (!stored) return { opId: op.opId, status: 'rejected', code: 'wrong_state', message: 'full' }
    const { trackerType, day, rev, version, replaced } = stored
    const receipt = { trackerType, day, rev, version, replaces: replaced.length > 0 }
    return this.#settle(op, receipt)
  }

  /** Every session is cancelled once: nobody else cancels it here. */
  #cancel(op: WireOp): OpResult {
    const { bookingId, tappedAt } = v.parse(bookingCancelSchema, op.payload)
    const done = { cancelledBy: 'client', sequence: 1, updatedAt: tappedAt }
    return this.#settle(op, { bookingId, ...done })
  }

  /** The last picture of a day is kept, until it is taken off by its name. */
  #picture(op: WireOp): OpResult {
    const change = v.parse(pictureChangeSchema, op.payload)
    const slot = `${change.trackerType} ${change.day}`
    const saved = change.removes === null ? op.opId : null
    if (saved !== null) this.pictures.set(slot, saved)
    else if (this.pictures.get(slot) === change.removes) this.pictures.delete(slot)
    return this.#settle(op, { ...change, saved })
  }

  #plan(op: WireOp): OpResult {
    const { opId, kind, payload } = op
    if (kind !== 'plan.put' && kind !== 'plan.remove') return this.#settle(op, { id: opId })
    const write = kind === 'plan.put' ? 'put' : 'remove'
    const receipt = this.plan[write](payload, opId, this.#nextRev())
    if (receipt) return this.#settle(op, receipt)
    return { opId, status: 'rejected', code: 'wrong_state', message: 'full' }
  }

  /** Another phone, which has seen nothing, writes a line of the plan. */
  writeLineElsewhere(id: string, text: string): void {
    const rev = crypto.randomUUID()
    if (this.plan.put(lineOf(id, text, null), rev, this.#nextRev())) this.#elsewhere += 1
  }

  /** What another phone sends, which has no part in what is promised of this one. */
  writeElsewhere(payload: PayloadOf<'trackers.note'>): void {
    if (this.#standing(payload, crypto.randomUUID())) this.#elsewhere += 1
  }

  #standing(payload: PayloadOf<'trackers.note'>, rev: string): StoredNote | undefined {
    const { basedOn: _basedOn, settles: _settles, ...words } = payload
    const slot = `${words.trackerType} ${words.day}`
    const replaced = replacedBy(payload, this.notes.get(slot))
    if (replaced.length > replacedMax) return undefined
    const stored = { ...words, rev, version: this.#nextRev(), replaced }
    this.notes.set(slot, stored)
    return stored
  }

  #hide(op: WireOp): OpResult {
    const { kind, ...cell } = v.parse(shareRevocationSchema, op.payload)
    const receipt = { kind, itemId: null, viewerId: null, ...cell }
    if (kind === 'brief') this.brief.takeBack()
    else if (kind === 'plan') this.plan.readers.delete(receipt.viewerId ?? '')
    else if (receipt.viewerId !== null) this.hidden.add(receipt.viewerId)
    return this.#settle(op, receipt)
  }

  #erase(op: WireOp): OpResult {
    const { chatId, messageId } = v.parse(messageDeletionSchema, op.payload)
    const deletedAt = '2026-11-21T12:00:00.000Z'
    this.erased.add(messageId)
    this.reactions.delete(messageId)
    return this.#settle(op, { _id: messageId, chatId, rev: this.#nextRev(), deletedAt })
  }

  #settle(op: WireOp, result: unknown): OpResult {
    this.effects.push(op)
    const outcome: OpResult = { opId: op.opId, status: 'applied', result }
    this.#ledger.set(op.opId, outcome)
    return outcome
  }

  #nextRev(): number {
    return this.effects.length + this.#elsewhere + 1
  }

  /** Takes a file up; what befalls the request befalls the file. */
  takeFile(messageId: string, token: string, fate: Fate): void {
    this.uploads += 1
    if (fate === 'lost before' || fate === 'portal page' || fate === 'stranger json') {
      throw new UnreachableError('lost')
    }
    if (typeof fate === 'number') throw new ApiProblemError(problem(codeOf(fate)), fate, 2_000)
    const user = this.sessions.get(token)
    if (user === undefined) throw new ApiProblemError(problem('unauthenticated'), 401, undefined)
    this.arrivals.push({ user, opId: messageId })
    this.files.add(messageId)
    if (fate !== 'delivered') throw new UnreachableError('lost')
  }
}

function again({ opId }: WireOp): OpResult {
  return { opId, status: 'retry', code: 'busy', afterMs: 0 }
}

/** The order in which the server applies what comes in one request. */
function inOrderOfRuns(ops: readonly WireOp[]): WireOp[] {
  const planned = ops.map((op) => ({ op, kind: op.kind, lane: laneOfOp(op) }))
  return runsOf(planned).flatMap((run) => run.map(({ op }) => op))
}

/** The lane of an operation as the contract has it. */
function laneOfOp({ kind, payload }: WireOp): string {
  const command = v.parse(commandSchema, { kind, payload })
  return lane(command)
}

function lane<K extends CommandKind>(command: CommandPair<K>): string {
  return laneOf<K>(command.kind, command.payload)
}
type CommandPair<K extends CommandKind> = { [P in K]: { kind: P; payload: PayloadOf<P> } }[K]

function codeOf(status: number): ProblemCode {
  const found = Object.entries(problemCatalogue).find(([, entry]) => entry.status === status)
  return (found?.[0] ?? 'internal') as ProblemCode
}

function retryAfter(status: number): Record<string, string> {
  return status === 429 || status === 503 ? { 'retry-after': '2' } : {}
}

function ours(body: unknown, status: number, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { ...headers, [appHeader.name]: appHeader.value } })
}

function cut(text: string): Response {
  const half = text.slice(0, Math.max(1, text.length >> 1))
  return new Response(half, { headers: { [appHeader.name]: appHeader.value } })
}

import { dayMs } from '#contract/local-date.ts'
import {
  type OwnReport,
  type ReportRequest,
  reportedAroundMax,
  type ReportedMessage,
  type ReportTarget,
} from '#contract/safety/api.ts'
import { ormOn, type Queryable } from '#server/db/orm.ts'
import { reportedPart } from '#server/features/chat/index.ts'
import { sentencesBetween } from '#server/features/connections/index.ts'
import {
  noteFiles,
  evidenceBetween,
  evidenceOfMessages,
  openEvidence,
  type Evidence,
  type Letter,
} from '#server/features/evidence/index.ts'
import { packsBetween, reportedItem, reportedPack } from '#server/features/library/index.ts'
import { proposalsBetween, reportedProposal } from '#server/features/plan/index.ts'
import type { Actor } from '#server/http/session/caller.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import { nameable } from './block.ts'
import { sealContent } from './report-content.ts'
import { reportInsert, reportFilesInsert, reportsSinceCount } from './safety.sql.ts'

/** Reports per person and day: more than anybody has to make, and few enough for people to read. */
export const reportsPerDayMax = 30

/** What a report gets from its operation; `id` becomes the report's. */
export interface Filing {
  readonly id: string
  readonly now: Date
  readonly evidenceSealer: Sealer
}

/**
 * Stores a report with a sealed copy of what it is about, inside a transaction. `not_found` for what the actor cannot
 * see, `rate_limited` after too many of one day.
 */
export async function fileReport(
  client: Queryable,
  actor: Actor,
  request: ReportRequest,
  filing: Filing,
): Promise<OwnReport | 'not_found' | 'rate_limited'> {
  const { id, now, evidenceSealer } = filing
  const { target, reason, note } = request
  const snapshot = await snapshotOf({ client, actor, ...filing }, target)
  if (!snapshot) return 'not_found'
  const since = new Date(now.getTime() - dayMs)
  if ((await reportsSince(client, actor.userId, since)) >= reportsPerDayMax) return 'rate_limited'
  const { fields, messages, subjectId } = snapshot
  const content = { fields: { ...fields }, note, messages: [...messages] }
  await reportInsert.run(client, [
    id,
    actor.userId,
    subjectId,
    JSON.stringify(target),
    sealContent(evidenceSealer, id, content),
    reason,
    now,
  ])
  await attachFiles(client, id, snapshot, now)
  return { _id: id, state: 'open', createdAt: now.toISOString() }
}

async function attachFiles(
  client: Queryable,
  reportId: string,
  { liveFiles, sealedFileIds }: Snapshot,
  now: Date,
): Promise<void> {
  const messageIds = [...liveFiles.map(({ messageId }) => messageId), ...sealedFileIds]
  if (messageIds.length === 0) return
  await noteFiles(ormOn(client), liveFiles, now)
  await reportFilesInsert.run(client, [reportId, messageIds])
}

async function reportsSince(client: Queryable, userId: string, since: Date): Promise<number> {
  const row = await reportsSinceCount.first(client, [userId, since])
  return row?.count ?? 0
}

/** A copy of what was reported, as the reporter could see it or as it was locked away, and whose it is. */
interface Snapshot {
  /** Null where their account is gone. */
  readonly subjectId: string | null
  readonly fields: Readonly<Record<string, unknown>>
  readonly messages: readonly ReportedMessage[]
  /** Files that are to be sealed for the report. */
  readonly liveFiles: readonly { readonly messageId: string; readonly blobKey: string }[]
  /** Messages whose files were sealed before. */
  readonly sealedFileIds: readonly string[]
}

/** The transaction of the report, and its moment. */
export interface SnapshotContext {
  readonly client: Queryable
  readonly actor: Actor
  readonly evidenceSealer: Sealer
  readonly now: Date
}

/** What goes with the report of a person: far more than anybody reads, and little enough to be one row. */
const betweenMax = 200
/** And so many of the packs, and of the proposals, that are there still. */
const liveMax = 50
const nothingElse = { messages: [], liveFiles: [], sealedFileIds: [] }

/**
 * A copy of what is reported; undefined for what the reporter cannot see. A new kind of the contract does not compile
 * until it stands here.
 */
function snapshotOf(context: SnapshotContext, target: ReportTarget): Promise<Snapshot | undefined> {
  switch (target.kind) {
    case 'person':
      return personSnapshot(context, target.id)
    case 'message':
      return messageSnapshot(context, target.id)
    case 'article':
    case 'video':
      return itemSnapshot(context, target)
    case 'pack':
      return packSnapshot(context, target.id)
    case 'proposal':
      return proposalSnapshot(context, target.id)
  }
}

async function personSnapshot(
  { client, actor, evidenceSealer, now }: SnapshotContext,
  id: string,
): Promise<Snapshot | undefined> {
  const person = await nameable(client, actor, id.toLowerCase())
  if (!person) return undefined
  const { firstname, lastname, userType, specialization, bio, profileImg } = person
  const people = [actor.userId, person.id] as const
  const rows = await evidenceBetween(ormOn(client), people, { now, limit: betweenMax })
  const live = [
    ...(await sentencesBetween(client, people)),
    ...(await packsBetween(client, people, liveMax)),
    ...(await proposalsBetween(client, people, liveMax)),
  ]
  const sealed = rows.map((row): ReportedMessage => {
    const opened = openEvidence(evidenceSealer, row)
    return {
      _id: row.messageId,
      reported: false,
      byReporter: row.senderId === actor.userId,
      text: opened?.content ?? '',
      sentAt: new Date(row.sentMs).toISOString(),
      deletedAt: new Date(row.deletedMs).toISOString(),
      file: fileOf(opened?.file ?? null, row.fileId !== null),
    }
  })
  const messages = [...sealed, ...live.map((letter) => liveLetter(letter, actor))]
  return {
    subjectId: person.id,
    fields: { firstname, lastname, userType, specialization, bio, profileImg },
    messages: messages.toSorted((a, b) => Date.parse(a.sentAt) - Date.parse(b.sentAt)),
    liveFiles: [],
    sealedFileIds: rows.flatMap(({ fileId }) => (fileId === null ? [] : [fileId])),
  }
}

function liveLetter(
  { id, senderId, content, sentAt }: Pick<Letter, 'id' | 'senderId' | 'content' | 'sentAt'>,
  actor: Actor,
): ReportedMessage {
  return {
    _id: id,
    reported: false,
    byReporter: senderId === actor.userId,
    text: content,
    sentAt: sentAt.toISOString(),
    deletedAt: null,
    file: null,
  }
}

async function messageSnapshot(
  { client, actor, evidenceSealer, now }: SnapshotContext,
  id: string,
): Promise<Snapshot | undefined> {
  const part = await reportedPart(client, actor, id, reportedAroundMax)
  if (!part) return undefined
  const gone = part.around.filter(({ deletedAt }) => deletedAt !== null).map((row) => row.id)
  const evidence = await evidenceOfMessages(ormOn(client), gone, now)
  const openedOf = new Map(
    evidence.map((row) => [row.messageId, openEvidence(evidenceSealer, row)]),
  )
  const opened = openedOf.get(part.message.id)
  // Whose account is gone is known by what was locked away, and by nothing else.
  if (part.message.senderId === null && !opened) return undefined
  const fileId = evidence.find(({ messageId }) => messageId === part.message.id)?.fileId ?? null
  const attached = part.blobKey !== null || fileId !== null
  const messages = part.around.map((row): ReportedMessage => {
    const reported = row.id === part.message.id
    const locked = openedOf.get(row.id)
    return {
      _id: row.id,
      reported,
      byReporter: row.senderId === actor.userId,
      text: locked?.content ?? row.content,
      sentAt: row.createdAt.toISOString(),
      deletedAt: row.deletedAt?.toISOString() ?? null,
      file: fileOf(locked?.file ?? row.file, reported && attached),
    }
  })
  return {
    subjectId: part.message.senderId,
    fields: reportedFields(messages, opened),
    messages,
    liveFiles: part.blobKey === null ? [] : [{ messageId: id, blobKey: part.blobKey }],
    sealedFileIds: fileId === null ? [] : [fileId],
  }
}

/** What the report is about in few words; the sender's name stands there once their account is gone. */
function reportedFields(messages: readonly ReportedMessage[], opened: Evidence | undefined) {
  const message = messages.find(({ reported }) => reported)
  const sender = opened && `${opened.sender.firstname} ${opened.sender.lastname}`
  return {
    text: message?.text ?? '',
    file: message?.file?.name ?? null,
    sentAt: message?.sentAt,
    deleted: message?.deletedAt !== null,
    ...(sender && { sender }),
  }
}

function fileOf(
  file: Pick<NonNullable<Evidence['file']>, 'name' | 'kind' | 'bytes'> | null,
  attached: boolean,
): ReportedMessage['file'] {
  return file && { name: file.name, kind: file.kind, bytes: file.bytes, attached }
}

async function itemSnapshot(
  { client, actor }: SnapshotContext,
  { kind, id }: Extract<ReportTarget, { kind: 'article' | 'video' }>,
): Promise<Snapshot | undefined> {
  const item = await reportedItem(client, actor, kind, id)
  return item && { subjectId: item.authorId, fields: item.fields, ...nothingElse }
}

async function packSnapshot(
  { client, actor, ...context }: SnapshotContext,
  id: string,
): Promise<Snapshot | undefined> {
  const pack = await reportedPack(client, actor, id, context)
  return pack && { subjectId: pack.authorId, fields: pack.fields, ...nothingElse }
}

async function proposalSnapshot(
  { client, actor, ...context }: SnapshotContext,
  id: string,
): Promise<Snapshot | undefined> {
  const proposal = await reportedProposal(client, actor, id, context)
  return proposal && { subjectId: proposal.authorId, fields: proposal.fields, ...nothingElse }
}

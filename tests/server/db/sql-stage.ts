import { and, eq, isNull } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { addDays, newestAdultBirthDate, type LocalDate } from '#contract/local-date.ts'
import type { Database } from '#server/db/client.ts'
import { knownDevices } from '#server/db/schema/account.ts'
import {
  chatFiles,
  chatSettings,
  messageReactions,
  messages,
  blocks,
  connections,
} from '#server/db/schema/connections.ts'
import {
  questResponses,
  questShares,
  trackerEntries,
  trackerImports,
  trackerNotes,
} from '#server/db/schema/health.ts'
import {
  introVideos,
  libraryItems,
  libraryRemovals,
  videoThumbnails,
} from '#server/db/schema/library.ts'
import { notices } from '#server/db/schema/notices.ts'
import { accessLog } from '#server/db/schema/providers.ts'
import { messageEvidence, reportFiles, sealedFiles, reports } from '#server/db/schema/safety.ts'
import { blobRemovals, rateLimits, ledgerOps } from '#server/db/schema/upkeep.ts'
import { demoPassword } from '#server/demo/load.ts'
import { demoIds, seedDemo } from '#server/demo/seed.ts'
import { demoSurroundings } from '#tests/support/demo.ts'
import { setPushStage } from './sql-stage-push.ts'

const today = '2026-11-21' as LocalDate
const now = new Date(`${today}T12:00:00Z`)
const later = new Date(now.getTime() + 86_400_000)
const past = new Date(now.getTime() - 86_400_000)

export type SqlStage = Awaited<ReturnType<typeof setSqlStage>>

/** The demo people with a row in every table that a raw statement reads; gives what the statements are asked for. */
export async function setSqlStage(database: Database, dataDir: string) {
  const { orm } = database
  await seedDemo(database, { today, ...demoSurroundings(database, dataDir) })
  const ids = demoIds(today)
  const [teen, provider, pending] = [ids('lina'), ids('sofia'), ids('omar')]
  const other = ids('mona')

  const [sent] = await orm
    .select({ id: messages.id, chatId: messages.chatId, senderId: messages.senderId })
    .from(messages)
    .innerJoin(chatFiles, eq(chatFiles.messageId, messages.id))
    .limit(1)
  const [toTeen] = await orm
    .select({ id: messages.id, chatId: messages.chatId })
    .from(messages)
    .where(and(eq(messages.toMinor, true), isNull(messages.deletedAt)))
    .limit(1)
  const [mine] = await orm.select().from(connections).where(eq(connections.clientId, teen))
  const isPending = eq(connections.state, 'pending')
  await orm.update(connections).set({ message: 'I sleep badly.' }).where(isPending)
  const [asked] = await orm.select().from(connections).where(isPending)
  const [byTeen] = await orm.select().from(messages).where(eq(messages.senderId, teen))
  const [shared] = await orm.select().from(questShares).where(eq(questShares.userId, teen)).limit(1)
  const [answer] = await orm
    .select()
    .from(trackerEntries)
    .where(eq(trackerEntries.userId, teen))
    .limit(1)
  const [article] = await orm.select().from(libraryItems).where(eq(libraryItems.kind, 'article'))
  const [attached] = await orm
    .select({ attachment: libraryItems.attachment })
    .from(libraryItems)
    .where(eq(libraryItems.attachmentFacts, libraryItems.attachmentFacts))
    .limit(1)
  const [video] = await orm.select().from(libraryItems).where(eq(libraryItems.kind, 'video'))
  const [reading] = await orm.select().from(accessLog).limit(1)
  const [response] = await orm.select().from(questResponses).where(eq(questResponses.userId, teen))
  if (!sent?.senderId || !toTeen || !mine || !asked || !shared || !answer) throw new Error('demo')
  if (!article || !attached?.attachment || !video?.videoId || !response || !reading || !byTeen)
    throw new Error('demo')

  const reportId = uuidv7()
  const [waiting, sealed, unnamed, opId, expired] = [1, 2, 3, 4, 5].map(() => uuidv7())
  if (!waiting || !sealed || !unnamed || !opId || !expired) throw new Error('ids')
  await orm.insert(blocks).values({ blockerId: other, blockedId: provider, createdAt: past })
  await orm.delete(chatSettings)
  await orm.insert(chatSettings).values({
    userId: provider,
    readReceipts: true,
    away: { from: '20:00', to: '08:00', timeZone: 'Europe/Lisbon' },
    pacedUntil: now,
  })
  await orm.insert(chatFiles).values({
    messageId: waiting,
    chatId: sent.chatId,
    senderId: teen,
    blobKey: 'waiting',
    name: 'a.pdf',
    kind: 'pdf',
    bytes: 9,
    sentHash: 'hash',
    createdAt: past,
  })
  await orm.insert(messageReactions).values([
    { messageId: byTeen.id, userId: teen, reaction: 'wow', createdAt: past },
    { messageId: toTeen.id, userId: teen, reaction: 'sad', createdAt: past },
    { messageId: toTeen.id, userId: provider, reaction: 'love', createdAt: past },
  ])
  await orm.insert(reports).values({
    id: reportId,
    reporterId: teen,
    subjectId: provider,
    target: { kind: 'person', id: provider },
    snapshot: { name: 'Sofia' },
    reason: 'other',
    note: '',
    state: 'open',
    createdAt: past,
  })
  await orm.insert(sealedFiles).values([
    { messageId: sealed, sourceKey: 'source', createdAt: past },
    { messageId: unnamed, blobKey: 'copy', createdAt: past },
  ])
  await orm.insert(reportFiles).values({ reportId, messageId: sealed })
  const evidence = { chatId: mine.id, senderId: provider, recipientId: teen, seq: 1 }
  const times = { sentAt: past, deletedAt: past, sealed: 'text', fileId: sealed }
  await orm.insert(messageEvidence).values([
    { ...evidence, ...times, messageId: opId, expiresAt: later },
    { ...evidence, ...times, messageId: expired, expiresAt: past },
  ])
  await orm.insert(libraryRemovals).values({
    id: uuidv7(),
    kind: 'article',
    reason: 'deleted',
    seq: 1,
    removedAt: past,
  })
  const introId = uuidv7()
  await orm.delete(introVideos)
  await orm
    .insert(introVideos)
    .values({ id: introId, userId: provider, videoId: 'AAAAAAAAAAA', updatedAt: past })
  await orm.insert(videoThumbnails).values([
    { videoId: video.videoId, blobKey: 'thumbnail', fetchedAt: past },
    { videoId: 'BBBBBBBBBBB', blobKey: 'unnamed', fetchedAt: past },
  ])
  await orm
    .insert(notices)
    .values({
      id: uuidv7(),
      userId: teen,
      actorId: provider,
      kind: 'message.received',
      aboutId: mine.id,
      createdAt: past,
    })
    .onConflictDoNothing()
  await orm
    .insert(knownDevices)
    .values({ tokenHash: 'device', userId: teen, createdAt: past, expiresAt: later })
  await orm.insert(rateLimits).values([
    { key: 'known', points: 1, expire: later.getTime() },
    { key: 'taken', points: 1, expire: later.getTime() },
  ])
  await orm.insert(ledgerOps).values({
    userId: teen,
    opId,
    bodyHash: '00ff',
    result: { status: 'superseded', result: { stored: true } },
  })
  await orm.insert(blobRemovals).values({ key: 'staged', dueAt: later })

  const brought = { id: uuidv7(), opId: uuidv7() }
  const day = '2019-01-01' as LocalDate
  await orm
    .insert(trackerImports)
    .values({ userId: teen, importId: brought.id, source: 'daylio', importedAt: past })
  const old = { userId: teen, trackerType: 'Mood', day } as const
  await orm
    .insert(trackerEntries)
    .values({ ...old, opId: brought.opId, answer: 'happy', score: 4, importId: brought.id })
  const words = { feelings: [], tags: [], ownTags: [], note: 'from elsewhere' }
  await orm
    .insert(trackerNotes)
    .values({ ...old, ...words, rev: brought.opId, version: 1, replaced: [] })

  const people = { teen, provider, about: mine.id }
  await database.pool.query(`insert into pgboss.job (name) values ('upkeep')`)
  await database.pool.query(
    `insert into pgboss.job (name, state) values ('booking.mail', 'failed')`,
  )
  await database.pool.query(
    `insert into pgboss.job (name, data, source_name, source_id, source_output)
      values ('given-up', '{}', 'cleanup', gen_random_uuid(), '{"message":"AggregateError"}')`,
  )
  const push = await setPushStage(database, { ...people, now, later, past })

  return {
    push,
    import: brought,
    teen,
    provider,
    pending,
    other,
    sent: { ...sent, senderId: sent.senderId },
    toTeen,
    byTeen,
    connection: mine,
    asked,
    shared,
    response,
    answer,
    article,
    attachment: attached.attachment,
    videoId: video.videoId,
    reading,
    reportId,
    sealed,
    waiting,
    unnamed,
    introId,
    opId,
    email: 'lina@zync.example',
    passwordHash: `hash of ${demoPassword}`,
    now,
    later,
    past,
    today,
    yesterday: addDays(today, -1),
    newestAdult: newestAdultBirthDate(today),
    newId: uuidv7(),
  }
}

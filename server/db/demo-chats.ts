import { rm, writeFile } from 'node:fs/promises'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import type { DemoFiles } from './demo-library/stage-files.ts'
import { sleepDiary } from './demo-library/sleep-diary.ts'
import { demoConversations, type DemoLine } from './demo-conversations.ts'
import type { DemoIds } from './demo-network.ts'
import { demoRandom } from './demo-random.ts'
import type { Transaction } from './orm.ts'
import { chatFiles, chats, chatSettings, messages } from './schema/chat.ts'
import { notices } from './schema/notices.ts'

/** The file that one of them sends, in the store and waiting for its row. */
export interface DemoChatFile {
  readonly key: string
  readonly bytes: number
}

type MessageRow = typeof messages.$inferInsert

/** Puts the one file of the invented chats into the store. */
export async function prepareDemoChats({ blobs, folder, newId }: DemoFiles): Promise<DemoChatFile> {
  const content = sleepDiary()
  const key = `chat-files/${newId()}.pdf`
  const path = folder.newPath()
  await writeFile(path, content)
  try {
    await blobs.stage(key, path)
  } finally {
    await rm(path, { force: true })
  }
  return { key, bytes: content.length }
}

/** What those who are connected have written to each other, up to yesterday; the last word is not read yet. */
export async function insertDemoChats(
  tx: Transaction,
  file: DemoChatFile,
  people: { readonly ids: DemoIds; readonly today: LocalDate },
): Promise<void> {
  for (const [index, conversation] of demoConversations.entries()) {
    const made = chatRows(conversation, people)
    await tx.insert(chats).values(made.chat)
    await tx.insert(messages).values(made.messages)
    if (index === 0) await insertFile(tx, file, made.messages)
    if (made.unread) await tx.insert(notices).values(made.unread)
  }
  await tx.insert(chatSettings).values([
    {
      userId: people.ids('sofia'),
      readReceipts: true,
      away: { from: '20:00', to: '08:00', timeZone: 'Europe/Lisbon' },
    },
  ])
}

function chatRows(
  { client, provider, lines, unread }: (typeof demoConversations)[number],
  { ids, today }: { readonly ids: DemoIds; readonly today: LocalDate },
) {
  const random = demoRandom(`chat ${client} ${provider}`)
  const createdAt = momentOf(today, { daysAgo: 50, at: '12:00' })
  const id = random.idAt(createdAt)
  const clientId = ids(client)
  const providerId = ids(provider)
  const rows = lines.map((line, index): MessageRow => {
    const at = momentOf(today, line)
    const place = index + 1
    const senderId = line.by === 'client' ? clientId : providerId
    const base = { id: random.idAt(at), chatId: id, seq: place, senderId, createdAt: at }
    return line.deleted
      ? { ...base, rev: lines.length + 1, content: '', deletedAt: at }
      : { ...base, rev: place, content: line.text }
  })
  const last = rows.at(-1)
  const lastRev = Math.max(...rows.map(({ rev }) => rev))
  return {
    chat: {
      id,
      clientId,
      providerId,
      lastRev,
      clientReadSeq: rows.length - (unread === 'client' ? 1 : 0),
      providerReadSeq: rows.length - (unread === 'provider' ? 1 : 0),
      activeAt: last?.createdAt ?? createdAt,
      createdAt,
    },
    messages: rows,
    unread: unread &&
      last && {
        id: last.id,
        userId: unread === 'client' ? clientId : providerId,
        actorId: unread === 'client' ? providerId : clientId,
        kind: 'message.received' as const,
        aboutId: id,
        createdAt: last.createdAt,
      },
  }
}

/** The message that speaks of a file carries it. */
async function insertFile(
  tx: Transaction,
  { key, bytes }: DemoChatFile,
  rows: readonly MessageRow[],
): Promise<void> {
  const message = rows.find(({ content }) => content.includes('diary'))
  if (!message?.senderId) throw new Error('No invented message speaks of the diary')
  await tx.insert(chatFiles).values({
    messageId: message.id,
    chatId: message.chatId,
    senderId: message.senderId,
    blobKey: key,
    name: 'Sleep diary.pdf',
    kind: 'pdf',
    bytes,
    sentHash: '',
    attached: true,
    createdAt: message.createdAt,
  })
}

function momentOf(today: LocalDate, { daysAgo, at }: Pick<DemoLine, 'daysAgo' | 'at'>): Date {
  return new Date(`${addDays(today, -daysAgo)}T${at}:00Z`)
}

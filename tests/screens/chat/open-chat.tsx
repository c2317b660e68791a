import type { Chat, Message } from '#contract/chat/model.ts'
import { openChatPage } from '#src/features/chat/chat-resource.ts'
import { ChatPage } from '#src/features/chat/pages/chat-page.tsx'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { currentSession } from '#src/session/session.ts'
import { answerWith, noNetwork } from '#tests/offline/network.ts'
import { chatId, chatOf, otherId } from '#tests/support/chat-rows.ts'
import { openPhone, setOnline } from '../phone.ts'
import { renderScreen } from '../router.tsx'

export function messageOf(seq: number, given: Partial<Message> = {}): Message {
  return {
    _id: `01985a3c-5b00-7a10-8c00-${String(seq).padStart(12, '0')}`,
    chatId,
    seq,
    rev: seq,
    senderId: otherId,
    content: `message ${seq}`,
    fileUrl: null,
    file: null,
    timestamp: new Date(Date.UTC(2026, 10, 20, 12, seq)).toISOString(),
    deletedAt: null,
    ...given,
  }
}

/** A chat on a phone that has no network. */
export async function openChat(messages: Message[], given: Partial<Chat> = {}) {
  answerWith(noNetwork)
  setOnline(false)
  const db = await openPhone()
  await db.chats.put(chatOf(db.userId, { rev: 9, readSeq: 9, ...given }))
  await db.messages.bulkPut(messages)
  await db.chatPlaces.put({ chatId, cursor: 9, oldestSeq: messages[0]?.seq ?? 0, older: false })
  return db
}

/** A frame of a phone's height, in which the messages scroll. */
const frame = { display: 'grid', gridTemplate: 'minmax(0, 1fr) / minmax(0, 1fr)', blockSize: 700 }

export async function showChat(db: UserDatabase) {
  const session = currentSession()
  if (!session) throw new Error('Nobody is logged in')
  const opening = await openChatPage(db, chatId)
  return renderScreen(
    <div style={frame}>
      <ChatPage {...{ db, session, chatId, opening }} />
    </div>,
  )
}

/** Presses a button wherever it is on screen. Throws where there is none. */
export function press(name: string): void {
  const found = [...document.querySelectorAll<HTMLElement>('button')].find(
    (button) => button.ariaLabel === name || button.textContent === name,
  )
  if (!found) throw new Error(`There is no button ${name}`)
  found.click()
}

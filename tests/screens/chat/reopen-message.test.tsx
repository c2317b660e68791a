import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { router } from '#src/app/router.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import { sendMessage } from '#src/offline/features/chat/send.ts'
import { tapMoment } from '#src/offline/engine/tap-moment.ts'
import { notifySession } from '#src/session/session.ts'
import { chatId } from '#tests/support/chat-rows.ts'
import { messageOf, openChat } from './open-chat.tsx'

test('a message that was not sent is in the box where it is corrected, also of a chat that a pointer rested on before', async () => {
  const db = await openChat([messageOf(1)])
  notifySession()
  await sendMessage(
    db,
    { chatId, content: 'Hello', file: null },
    tapMoment({ epochMs: Date.now(), opId: crypto.randomUUID() }),
  )
  await db.outbox.toCollection().modify({ state: 'dead' })
  router.update({ history: createMemoryHistory({ initialEntries: ['/not-sent'] }) })
  const screen = await render(<RouterProvider router={router} />)
  await router.preloadRoute({ to: '/chats/$chatId', params: { chatId } })
  await screen.getByRole('button', { name: m.sync_edit() }).click()
  await screen.getByRole('button', { name: m.chat_reopen() }).click()
  await expect.element(screen.getByRole('textbox')).toHaveValue('Hello')
  expect(await unsentOps(db)).toEqual([])
})

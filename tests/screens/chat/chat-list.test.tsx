import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { Chat } from '#contract/chat/model.ts'
import { ChatList } from '#src/features/chat/list/chat-list.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { ShownChat } from '#src/offline/features/chat/shown-chats.ts'

/** So many rows fit into the view and around it; a list of any length has no more in the document. */
const rowsMax = 40

function chatOf(number: number): ShownChat {
  const _id = `0193a000-0000-7000-8000-${String(number).padStart(12, '0')}`
  const name = { firstname: 'Person', lastname: String(number), username: `person${number}` }
  const other = { _id, ...name, profileImg: null }
  const createdAt = '2026-11-20T10:00:00.000Z'
  const chat: Chat = {
    _id,
    members: [other],
    state: 'open',
    rev: 1,
    lastMessage: null,
    unread: 0,
    readSeq: 0,
    seenSeq: null,
    away: null,
    createdAt,
  }
  const at = Date.parse(createdAt)
  return { chat, other, unread: 0, lastLine: { kind: 'none' }, unsent: 0, at }
}

/** The list in a box that scrolls, as the page of chats has it. */
async function openList(count: number) {
  const chats = Array.from({ length: count }, (_, index) => chatOf(index + 1))
  const routeTree = createRootRoute({
    component: () => (
      <div data-testid="box" style={{ blockSize: 600, overflow: 'auto' }}>
        <ChatList chats={chats} />
      </div>
    ),
  })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  const screen = await render(<RouterProvider router={router as never} />)
  await expect.element(screen.getByText('Person 1', { exact: true })).toBeVisible()
  return screen
}

const rows = () => [...document.querySelectorAll<HTMLElement>('li')]
const box = () => document.querySelector<HTMLElement>('[data-testid="box"]')

test('of thousands of chats the rows near the view are in the document, and each says which of how many it is', async () => {
  const screen = await openList(5_000)
  await expect.element(screen.getByRole('list', { name: m.chat_list_label() })).toBeVisible()
  expect(rows().length).toBeLessThanOrEqual(rowsMax)
  expect([rows()[0]?.ariaSetSize, rows()[0]?.ariaPosInSet]).toEqual(['5000', '1'])
  box()?.scrollTo(0, 100_000)
  await expect.poll(() => Number(rows()[0]?.ariaPosInSet)).toBeGreaterThan(1_000)
  expect(rows().length).toBeLessThanOrEqual(rowsMax)
  const shown = rows().filter((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    return bottom > 0 && top < 600
  })
  expect(shown.length).toBeGreaterThan(5)
})

test('the last chat is at the end of the list', async () => {
  const screen = await openList(300)
  box()?.scrollTo(0, 1_000_000)
  await expect.element(screen.getByText('Person 300', { exact: true })).toBeVisible()
})

test('the row with the focus stays in the document wherever the list is scrolled', async () => {
  await openList(5_000)
  rows()[1]?.querySelector('a')?.focus({ preventScroll: true })
  box()?.scrollTo(0, 100_000)
  await expect.poll(() => Number(rows()[1]?.ariaPosInSet)).toBeGreaterThan(1_000)
  expect(document.activeElement?.textContent).toContain('Person 2')
  expect(rows()[0]?.ariaPosInSet).toBe('2')
})

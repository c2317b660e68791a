import { expect, onTestFinished, test } from 'vitest'
import { messageOf, openChat, showChat } from './open-chat.tsx'

test('each message is read out once, also when the newest is deleted', async () => {
  const db = await openChat([messageOf(1)])
  const screen = await showChat(db)
  await expect.element(screen.getByRole('article').first()).toBeVisible()
  const live = document.querySelector('[aria-live=polite][class*=announcer]')
  if (!live) throw new Error('Nothing reads out what comes')
  const added: (string | null)[] = []
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) added.push(node.textContent)
  })
  observer.observe(live, { childList: true })
  onTestFinished(() => observer.disconnect())
  const coming = [2, 3, 4, 5, 6, 7].map((seq) => messageOf(seq))
  for (const message of coming) {
    await db.messages.put(message)
    await expect.poll(() => live.lastElementChild?.textContent).toContain(message.content)
  }
  const deletedAt = '2026-11-21T12:00:00.000Z'
  await db.messages.update(messageOf(7)._id, { content: '', deletedAt, rev: 9 })
  await expect.poll(() => live.lastElementChild?.textContent).toContain('message 6')
  expect(added).toHaveLength(coming.length)
})

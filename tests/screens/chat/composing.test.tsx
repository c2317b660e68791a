import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { messageOf, openChat, showChat } from './open-chat.tsx'

test('the Enter that ends the composing of a word sends nothing, also where the key code alone says so', async () => {
  const db = await openChat([messageOf(1)])
  const screen = await showChat(db)
  const box = screen.getByRole('textbox')
  await userEvent.type(box, 'Konnichi')
  const enter = { key: 'Enter', bubbles: true, cancelable: true }
  box.element().dispatchEvent(new KeyboardEvent('keydown', { ...enter, keyCode: 229 }))
  await userEvent.type(box, 'wa')
  await expect.element(box).toHaveValue('Konnichiwa')
  box.element().dispatchEvent(new KeyboardEvent('keydown', enter))
  await expect.element(box).toHaveValue('')
  await expect
    .poll(async () => (await db.outbox.toArray()).map(({ payload }) => payload))
    .toMatchObject([{ content: 'Konnichiwa' }])
})

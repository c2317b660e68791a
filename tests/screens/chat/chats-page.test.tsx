import { expect, test } from 'vitest'
import { ChatsPage, ChooseChat } from '#src/features/chat/pages/chats-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { says, serve, silence } from '../fake-server.ts'
import { openMember } from '../phone.ts'
import { retryReadFailure } from '../read-failure.ts'
import { renderScreen } from '../router.tsx'

test('chats that cannot be read say why, and come with a retry', async () => {
  const opened = await openMember()
  const call = `GET /chat/user/${opened.db.userId}`
  const failed = 'Failed to fetch chats'
  // The settings, for which this server has no answer, are no reason to say so of the chats.
  const answers = { [call]: says([]) }
  const draw = () =>
    renderScreen(
      <ChatsPage {...opened} pane="list">
        {null}
      </ChatsPage>,
    )
  const screen = await retryReadFailure({ draw, call, answers, failed })
  expect(screen.container.textContent).not.toContain(failed)
})

test('that there is no chat with somebody is said by the server alone; a list that cannot be read says why', async () => {
  const { db } = await openMember()
  const call = `GET /chat/user/${db.userId}`
  const answers = { [call]: says([]) }
  const withId = '01890000-0000-7000-8000-000000000000'
  const none = m.chat_with_none()

  async function draw() {
    const screen = await renderScreen(<ChooseChat db={db} withId={withId} />)
    await expect.element(screen.getByRole('link', { name: m.chat_back() })).toBeVisible()
    expect(screen.container.textContent).not.toContain(none)
    return screen
  }

  serve({ [call]: silence })
  const waiting = await draw()
  await waiting.unmount()
  const failed = 'Failed to fetch chats'
  const given = { draw, call, answers, failed, offline: m.chat_list_offline() }
  const screen = await retryReadFailure(given)
  await expect.element(screen.getByText(none)).toBeVisible()
})

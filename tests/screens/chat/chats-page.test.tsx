import { expect, test } from 'vitest'
import { ChatsPage } from '#src/features/chat/pages/chats-page.tsx'
import { says } from '../fake-server.ts'
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

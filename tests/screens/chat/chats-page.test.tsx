import { expect, test } from 'vitest'
import { defaultChatSettings } from '#contract/chat/settings.ts'
import { ChatsPage } from '#src/features/chat/pages/chats-page.tsx'
import { says } from '../fake-server.ts'
import { openMember } from '../phone.ts'
import { retryReadFailure } from '../read-failure.ts'
import { renderScreen } from '../router.tsx'

test('chats that cannot be read say why, and come with a retry', async () => {
  const opened = await openMember()
  const call = `GET /chat/user/${opened.db.userId}`
  const failed = 'Failed to fetch chats'
  const answers = { [call]: says([]), 'GET /chat/settings': says(defaultChatSettings) }
  const draw = () =>
    renderScreen(
      <ChatsPage {...opened} pane="list">
        {null}
      </ChatsPage>,
    )
  const screen = await retryReadFailure({ draw, call, answers, failed })
  expect(screen.container.textContent).not.toContain(failed)
})

import { afterEach, expect, test } from 'vitest'
import { CirclePage } from '#src/features/connections/pages/circle-page.tsx'
import { changeSpeech } from '#src/i18n/chosen.ts'
import { answerWith, noNetwork } from '#tests/offline/network.ts'
import { friend, linaId, sofiaId } from '#tests/src/connections/people.ts'
import { openMember, setOnline } from '../phone.ts'
import { renderScreen } from '../router.tsx'

afterEach(() => changeSpeech({ language: 'en' }))

test('the circle is by name, and in the order of a language that is chosen while it is shown', async () => {
  setOnline(false)
  answerWith(noNetwork)
  const { db, session } = await openMember()
  await db.friends.bulkPut([
    friend({ id: crypto.randomUUID(), firstname: 'علي', lastname: '' }),
    friend({ id: sofiaId, firstname: 'Zoë', lastname: '' }),
    friend({ id: linaId, firstname: 'ali', lastname: '' }),
  ])
  await db.meta.put({ key: 'connectionsAsOf', friends: Date.now() })
  const screen = await renderScreen(<CirclePage db={db} session={session} />)
  const names = () =>
    screen
      .getByRole('heading', { level: 2 })
      .elements()
      .map(({ textContent }) => textContent.trim())
  await expect.poll(names).toEqual(['ali', 'Zoë', 'علي'])
  changeSpeech({ language: 'ar' })
  await expect.poll(names).toEqual(['علي', 'ali', 'Zoë'])
})

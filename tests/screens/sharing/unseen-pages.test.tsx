import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { sharingNews } from '#src/data/share-switch.ts'
import { YoungPage } from '#src/features/account/pages/young-page.tsx'
import { ClientBriefPage } from '#src/features/brief/brief-sheet.tsx'
import { SharedResults } from '#src/features/quests/share/shared-results.tsx'
import { ClientPlanPage } from '#src/features/safety/pages/safety-plan-page.tsx'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { Session } from '#src/session/session.ts'
import type { Answer } from '#tests/offline/network.ts'
import { refuses, says, serve } from '../fake-server.ts'
import { openMember } from '../phone.ts'
import { renderScreen } from '../router.tsx'

const id = '01900000-0000-7000-8000-000000000007'
const lina = { _id: id, firstname: 'Lina', lastname: 'Haddad' }
const plan = { items: [], proposals: [] }
const brief = {
  bookingId: id,
  sentAt: '2026-11-20T12:00:00.000Z',
  content: { span: null, blocks: [] },
}

afterEach(() => showPage('visible'))

/** Puts the page behind another one, or before it again. */
function showPage(state: 'visible' | 'hidden'): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
  document.dispatchEvent(new Event('visibilitychange'))
}

type Page = (db: UserDatabase, session: Session) => ReactNode

/** What its reader's looks are noted for, by the call that shows it. */
const pages: [string, Answer, Page][] = [
  [`/plans/${id}`, says(plan), (db) => <ClientPlanPage db={db} userId={id} />],
  [`/briefs/${id}`, says(brief), (db) => <ClientBriefPage db={db} id={id} />],
  [`/surveys/shared/${id}`, says([]), (db) => <SharedResults db={db} of={lina} />],
  [
    `/auth/user/${id}`,
    refuses('not_found'),
    (db, session) => <YoungPage {...{ db, session, id }} />,
  ],
]

test.each(pages)('%s is read by nobody while its page is not seen', async (path, answer, page) => {
  const { db, session } = await openMember('ServiceProvider')
  const asked = serve({ [`GET ${path}`]: answer, 'GET /booking/mine': says([]) })
  const looks = () => asked.filter(({ url }) => new URL(url).pathname.endsWith(path)).length
  showPage('hidden')
  await renderScreen(page(db, session))
  showPage('visible')
  await expect.poll(looks).toBe(1)
  showPage('hidden')
  for (let news = 0; news < 3; news += 1) {
    sharingNews.set(sharingNews.get() + 1)
    await new Promise(requestAnimationFrame)
  }
  expect(looks()).toBe(1)
  showPage('visible')
  await expect.poll(looks).toBe(2)
  // While it is seen, what was taken back leaves it at once.
  sharingNews.set(sharingNews.get() + 1)
  await expect.poll(looks).toBe(3)
})

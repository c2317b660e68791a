import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Friend } from '#contract/connections/api.ts'
import type { SentPack } from '#contract/library/packs.ts'
import { PacksPage, type PacksSearch } from '#src/features/library/pages/packs-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { readOnlyHere } from '#src/session/log-out.ts'
import { ours } from '#tests/offline/network.ts'
import { friend } from '#tests/src/connections/people.ts'
import { article } from '#tests/src/library/articles.ts'
import { says, serve, type Answers } from '../fake-server.ts'
import { openPhone } from '../phone.ts'
import { press } from '../press.ts'
import { renderScreen, type Screen } from '../router.tsx'
import { emptyLibrary, forgetLibrary } from './empty-library.ts'

const [alice, bob] = ['Alice', 'Bob'].map((firstname) =>
  friend({ id: crypto.randomUUID(), firstname, lastname: 'Haddad', userType: 'Adolescent' }),
) as [Friend, Friend]
const [walk, diary] = [article({ title: 'A walk' }), article({ title: 'A diary' })]

const sentPack: SentPack = {
  _id: '0193a000-0000-7000-8000-00000000000c',
  title: 'For a calm week',
  note: '',
  articles: [{ _id: walk._id, title: 'A walk' }],
  createdAt: '2026-11-01T09:00:00.000Z',
  receivers: [],
  others: 1,
}

let db: UserDatabase
beforeEach(async () => {
  db = await openPhone('ServiceProvider')
})
afterEach(forgetLibrary)

/** The form as a visit begins with it: with what an earlier one in this tab left. */
async function visit(
  search: Omit<PacksSearch, 'send'>,
  answers: Answers = {},
  offered = 'Bob Haddad',
) {
  const asked = serve({
    ...emptyLibrary,
    'GET /articles': says([diary, walk]),
    'GET /connections/friends': says({ friends: [alice, bob], next: null }),
    ...answers,
  })
  const user = { _id: db.userId, userT: 'ServiceProvider', firstname: 'Lina', lastname: 'H' }
  const session = { token: 'secret', user: { ...user, userT: 'ServiceProvider' } } as const
  const screen = await renderScreen(
    <PacksPage db={db} session={session} search={{ send: true, ...search }} />,
  )
  await expect.element(box(screen, offered)).toBeVisible()
  return Object.assign(screen, { asked })
}

const box = (screen: Screen, name: string) => screen.getByRole('checkbox', { name })
const title = (screen: Screen) => screen.getByLabelText(m.library_packs_title())

test('a pack that was begun for one person is sent to nobody whose page was only looked at', async () => {
  const first = await visit({ to: alice.id })
  await title(first).fill('For Alice')
  await first.unmount()

  const atBob = await visit({ to: bob.id })
  await expect.element(box(atBob, 'Bob Haddad')).toBeChecked()
  await expect.element(box(atBob, 'Alice Haddad')).not.toBeChecked()
  await expect.element(atBob.getByText(m.library_packs_begun_other())).toBeVisible()
  await expect.element(title(atBob)).toHaveValue('For Alice')
  await atBob.unmount()

  const again = await visit({})
  await expect.element(again.getByText(m.library_packs_begun())).toBeVisible()
  await expect.element(title(again)).toHaveValue('For Alice')
  await expect.element(box(again, 'Alice Haddad')).toBeChecked()
  await expect.element(box(again, 'Bob Haddad')).not.toBeChecked()
})

test('an article that was only looked at for a pack is not in it', async () => {
  const first = await visit({ article: walk._id })
  await title(first).fill('For a calm week')
  await first.unmount()

  const second = await visit({ article: diary._id })
  await expect.element(box(second, 'A walk')).toBeChecked()
  await expect.element(box(second, 'A diary')).toBeChecked()
  await second.unmount()

  const third = await visit({})
  await expect.element(box(third, 'A walk')).toBeChecked()
  await expect.element(box(third, 'A diary')).not.toBeChecked()
})

test('a pack that was begun can be discarded, and the form is as its address asks', async () => {
  const first = await visit({ to: alice.id })
  await expect.element(first.getByText(m.library_packs_begun())).not.toBeInTheDocument()
  await title(first).fill('For Alice')
  await first.unmount()

  const atBob = await visit({ to: bob.id })
  await atBob.getByRole('button', { name: m.library_draft_discard() }).click()
  await expect.element(title(atBob)).toHaveValue('')
  await expect.element(title(atBob)).toHaveFocus()
  await expect.element(box(atBob, 'Bob Haddad')).toBeChecked()
  await expect.element(atBob.getByText(m.library_packs_begun_other())).not.toBeInTheDocument()
  expect((await readOnlyHere(db)).otherDrafts).toBe(false)
})

test('a pack that is on its way and is sent from the form anew is sent once', async () => {
  const answer = Promise.withResolvers<undefined>()
  const sent: Request[] = []
  const answers: Answers = {
    'POST /packs': async (request) => {
      sent.push(request)
      await answer.promise
      return ours(sentPack, { status: 201 })
    },
  }
  const first = await visit({ article: walk._id, to: alice.id }, answers)
  await title(first).fill('For a calm week')
  press(first.getByRole('button', { name: m.library_packs_send(), exact: true }))
  await expect.poll(() => sent).toHaveLength(1)
  await first.unmount()

  const second = await visit({}, answers)
  await expect.element(title(second)).toHaveValue('For a calm week')
  answer.resolve(undefined)
  await expect.element(second.getByText(m.library_packs_sent())).toBeVisible()
  press(second.getByRole('button', { name: m.library_packs_send(), exact: true }))
  await expect.poll(() => sent).toHaveLength(2)
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toEqual([expect.any(String), keys[0]])
})

test('a form that was only looked at stores nothing, also where somebody is offered after it opened', async () => {
  const early = { 'GET /connections/friends': says({ friends: [alice], next: null }) }
  const first = await visit({}, early, 'Alice Haddad')
  await first.unmount()
  const second = await visit({ to: bob.id })
  await expect.element(box(second, 'Bob Haddad')).not.toBeChecked()
  expect((await readOnlyHere(db)).otherDrafts).toBe(false)
})

test('what is being sent cannot be discarded', async () => {
  const first = await visit({ article: walk._id, to: alice.id })
  await title(first).fill('For a calm week')
  await first.unmount()

  const answer = Promise.withResolvers<Response>()
  const second = await visit({}, { 'POST /packs': () => answer.promise })
  const discard = second.getByRole('button', { name: m.library_draft_discard() })
  await expect.element(discard).toBeVisible()
  press(second.getByRole('button', { name: m.library_packs_send(), exact: true }))
  await expect.element(discard).not.toBeInTheDocument()
  answer.resolve(new Response(null, { status: 502 }))
  await expect.element(discard).toBeVisible()
})

import { expect, test } from 'vitest'
import type { ProviderCard } from '#contract/account/profile.ts'
import { ConnectPart } from '#src/features/connections/connect-part.tsx'
import type { ConnectionStatus } from '#src/features/connections/connections-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { createStore, useStore } from '#src/lib/store.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { readOnlyHere } from '#src/session/log-out.ts'
import { clearStoredSession } from '#src/session/session.ts'
import { noNetwork } from '#tests/offline/network.ts'
import { connection } from '#tests/src/connections/people.ts'
import { card } from '#tests/src/providers/cards.ts'
import { refuses, says, serve } from '../fake-server.ts'
import { openPhone } from '../phone.ts'
import { renderScreen } from '../router.tsx'

const sofia = card({ firstname: 'Sofia' })

/** The control beside a provider, with its field and its button. */
async function beside(db: UserDatabase, provider: ProviderCard) {
  const screen = await renderScreen(
    <ConnectPart db={db} provider={provider} status={{ status: 'none' }} taken withSentence />,
  )
  const field = screen.getByRole('textbox')
  const ask = screen.getByRole('button', { name: `${m.connections_request()} ${provider.name}` })
  return { ...screen, field, ask }
}

test('a sentence that was not sent because the session had ended is there after the login, with its provider alone, until it is sent', async () => {
  const db = await openPhone()
  serve({ 'POST /connections/request': refuses('unauthenticated') })
  const first = await beside(db, sofia)
  await first.field.fill('I sleep badly.')
  await first.ask.click()
  await expect.element(first.getByRole('alert')).toBeVisible()
  expect((await readOnlyHere(db)).otherDrafts).toBe(true)
  await first.unmount()

  const another = await beside(db, card({ _id: crypto.randomUUID() }))
  await expect.element(another.field).toHaveValue('')
  await another.unmount()

  serve({ 'POST /connections/request': says(connection(), 201) })
  const second = await beside(db, sofia)
  await expect.element(second.field).toHaveValue('I sleep badly.')
  await second.ask.click()
  await expect.poll(async () => (await readOnlyHere(db)).otherDrafts).toBe(false)
  await second.unmount()
  const third = await beside(db, sofia)
  await expect.element(third.field).toHaveValue('')
})

/** What the device knows of the connection. */
const known = createStore<ConnectionStatus>({ status: 'none' })

function Following({ db }: { db: UserDatabase }) {
  return <ConnectPart db={db} provider={sofia} status={useStore(known)} taken withSentence />
}

test.each(['on its page', 'after its page was left'])(
  'a sentence that arrived although its answer was lost is no draft any more, %s',
  async (when) => {
    const db = await openPhone()
    known.set({ status: 'none' })
    serve({ 'POST /connections/request': noNetwork })
    const first = await renderScreen(<Following db={db} />)
    await first.getByRole('textbox').fill('I sleep badly. ')
    await first.getByRole('button').click()
    await expect.element(first.getByRole('alert')).toBeVisible()
    expect((await readOnlyHere(db)).otherDrafts).toBe(true)
    const left = when !== 'on its page'
    if (left) await first.unmount()
    known.set({ status: 'pending', requestId: connection()._id })
    const screen = left ? await renderScreen(<Following db={db} />) : first
    await expect.element(screen.getByText(m.connections_pending())).toBeVisible()
    await expect.poll(async () => (await readOnlyHere(db)).otherDrafts).toBe(false)
    known.set({ status: 'none' })
    await expect.element(screen.getByRole('textbox')).toHaveValue('')
  },
)

test('a sentence that was begun and not sent stays where another device has asked', async () => {
  const db = await openPhone()
  known.set({ status: 'none' })
  const screen = await renderScreen(<Following db={db} />)
  await screen.getByRole('textbox').fill('I sleep badly.')
  known.set({ status: 'pending', requestId: connection()._id })
  await expect.element(screen.getByText(m.connections_pending())).toBeVisible()
  known.set({ status: 'none' })
  await expect.element(screen.getByRole('textbox')).toHaveValue('I sleep badly.')
})

test('a sentence that is under way while its person logs out leaves nothing in the tab', async () => {
  const db = await openPhone()
  const answer = Promise.withResolvers<never>()
  let asked = false
  serve({
    'POST /connections/request': () => {
      asked = true
      return answer.promise
    },
  })
  const screen = await beside(db, sofia)
  await screen.field.fill('I sleep badly.')
  await screen.ask.click()
  await expect.poll(() => asked).toBe(true)
  clearStoredSession()
  answer.reject(new TypeError('Failed to fetch'))
  await expect.element(screen.getByRole('alert')).toBeVisible()
  expect(Object.keys(sessionStorage)).toEqual([])
})

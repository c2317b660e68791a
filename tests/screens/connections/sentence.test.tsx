import { expect, test } from 'vitest'
import type { ProviderCard } from '#contract/account/profile.ts'
import { ConnectPart } from '#src/features/connections/connect-part.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { readOnlyHere } from '#src/session/log-out.ts'
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

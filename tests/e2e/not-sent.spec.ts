import { addDays, utcDate } from '#contract/local-date.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { answerRows, answerRowsOn, outboxRows, seedOutbox } from './support/outbox.ts'
import {
  answer,
  comeBack,
  expectAnswered,
  expectUnsent,
  goOffline,
  trackerCard,
} from './support/phone.ts'
import { serverEntries } from './support/server-entries.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test.use({ losesNetwork: true })

test('a refused item waits with its reason and holds up nobody', async ({
  page,
  origin,
  server,
  teen,
}) => {
  await enterAs(page, teen, `${origin}/not-sent`)
  await expect(page.getByText(m.sync_empty_title())).toBeVisible()
  const tooOld = addDays(utcDate(Date.now()), -90)
  const rows = [...answerRowsOn(teen.id, tooOld, 1), ...answerRows(teen.id, 8)]
  await seedOutbox(page, teen.id, { rows })
  await comeBack(page)

  await expectUnsent(page, 1)
  expect(await serverEntries(server.origin, teen)).toHaveLength(8)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.sync_title_n({ count: 1 }))
  await expect(page.getByText(m.sync_state_refused())).toBeVisible()
  await expect(page.getByText('This day is outside the days that can be answered.')).toBeVisible()

  await page.getByRole('button', { name: m.sync_retry() }).click()
  await expect(page.getByText(m.sync_state_refused())).toBeVisible()
  await page.reload()
  await expect(page.getByText(m.sync_state_refused())).toBeVisible()

  await page.getByRole('button', { name: m.sync_delete() }).click()
  await page.getByRole('dialog').getByRole('button', { name: m.sync_delete_keep() }).click()
  expect(await outboxRows(page, teen.id)).toHaveLength(1)
  await page.getByRole('button', { name: m.sync_delete() }).click()
  await page.getByRole('dialog').getByRole('button', { name: m.sync_delete() }).click()
  await expect(page.getByText(m.sync_empty_title())).toBeVisible()
  await expectUnsent(page, 0)
  expect(await outboxRows(page, teen.id)).toEqual([])
})

test('an answer that another phone was first with gives way to it', async ({
  page,
  context,
  origin,
  server,
  teen,
}) => {
  await enterAs(page, teen, `${origin}/trackers`)
  await expect(trackerCard(page, 'Mood')).toBeVisible()
  // Until then the browser fetches the worker's script, and complains where the network goes meanwhile.
  await workerControls(page)
  await goOffline(page)
  await answer(page, 'Mood', 'Happy')
  await expectAnswered(page, 'Mood', 'Happy', 'waiting')
  const [row] = await outboxRows(page, teen.id)
  const other = await fetch(`${server.origin}/api/trackers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${teen.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...Object(row?.payload), answer: 'normal' }),
  })
  expect(other.status).toBe(201)

  await context.setOffline(false)
  await expect(
    page.getByText('You already answered this today. The answer that counts'),
  ).toBeVisible()
  await expectUnsent(page, 0)
  await expectAnswered(page, 'Mood', 'Normal', 'sent')
})

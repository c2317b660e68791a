import { limitRoom } from './support/full-phone.ts'
import { outboxRows } from './support/outbox.ts'
import { answer, expectAnswered, expectUnsent, trackerCard } from './support/phone.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { workerControls } from './support/worker.ts'

test.use({ losesNetwork: true })

test('a phone without room says so, keeps the choice, and takes it when there is room again', async ({
  page,
  context,
  origin,
  teen,
}) => {
  const room = await limitRoom(page, origin)
  await enterAs(page, teen, `${origin}/trackers`)
  await expect(trackerCard(page, 'Mood')).toBeVisible()
  await workerControls(page)
  await context.setOffline(true)
  await room.fill()

  await answer(page, 'Mood', 'Happy')
  const card = trackerCard(page, 'Mood')
  await expect(card.getByText('Failed to submit answer', { exact: false })).toBeVisible()
  await expect(card.getByRole('radio', { name: 'Happy' })).toBeChecked()
  await expectUnsent(page, 0)
  expect(await outboxRows(page, teen.id)).toEqual([])

  await room.free()
  await card.getByRole('button', { name: 'Submit Mood' }).click()
  await expectAnswered(page, 'Mood', 'Happy', 'waiting')
  await expectUnsent(page, 1)
})

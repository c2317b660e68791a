import { afterEach, expect, test } from 'vitest'
import { planLettersMax, planSteps } from '#contract/plan/model.ts'
import { preloadPlan, SafetyPlanPage } from '#src/features/safety/pages/safety-plan-page.tsx'
import { moveUp } from '#src/features/safety/plan/plan-resource.ts'
import { stepWords } from '#src/features/safety/plan/plan-words.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import { deletePlanCopy, readPlanCopy } from '#src/offline/features/plan-copy.ts'
import { readPlanDrafts } from '#src/offline/features/plan-drafts.ts'
import { readPlan } from '#src/offline/features/plan.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { readOnlyHere } from '#src/session/log-out.ts'
import { currentToasts } from '#src/ui/message/toast.tsx'
import { answerWith, noNetwork } from '#tests/offline/network.ts'
import { refuses, serve, says } from '../fake-server.ts'
import { openPhone } from '../phone.ts'
import { renderScreen, type Screen } from '../router.tsx'
import { hasPlan, ideaOf, itemOf, pageOf, sofia } from './plan.tsx'

afterEach(() => deletePlanCopy())

async function show(db: UserDatabase): Promise<Screen> {
  await preloadPlan(db)
  return await renderScreen(<SafetyPlanPage db={db} />)
}

/** Without the app's own styles parts lie over each other, and a pointer would meet the wrong one. */
async function press(screen: Screen, name: string): Promise<void> {
  const found = screen.getByRole('button', { name, exact: true })
  await expect.element(found).toBeVisible()
  const button = found.element()
  if (button instanceof HTMLElement) button.click()
}

const newLine = (step: keyof typeof stepWords) => m.plan_add_to({ step: stepWords[step].title() })

async function queued(db: UserDatabase) {
  return (await unsentOps(db)).map(({ kind, payload }) => ({ kind, payload }))
}

test('every step is there with what may stand in it, and a way to help and off the page', async () => {
  answerWith(noNetwork)
  const screen = await show(await openPhone())
  for (const step of planSteps) {
    const heading = screen.getByRole('heading', { name: stepWords[step].title() })
    await expect.element(heading).toBeVisible()
    await expect.element(screen.getByText(stepWords[step].hint())).toBeVisible()
  }
  await expect.element(screen.getByRole('button', { name: m.safety_open() })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: m.safety_leave() })).toBeVisible()
})

test('a line is written without a network, with a number in the digits of any keyboard, and calls by a tap', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  const screen = await show(db)
  await press(screen, newLine('people'))
  await screen.getByLabelText(m.plan_field()).fill('My aunt')
  await screen.getByLabelText(m.plan_phone()).fill('+٢٠ ١٠٠ ٢٠٠')
  await press(screen, m.plan_save())
  await expect.element(screen.getByText('My aunt')).toBeVisible()
  const call = screen.getByRole('link', { name: m.plan_call({ name: 'My aunt' }) })
  await expect.element(call).toHaveAttribute('href', 'tel:+20100200')
  await expect.element(screen.getByText(m.plan_waiting())).toBeVisible()
  expect(await queued(db)).toMatchObject([
    { kind: 'plan.put', payload: { step: 'people', text: 'My aunt', phone: '+20 100 200' } },
  ])
  await expect.poll(() => readPlanDrafts(db)).toEqual([])
})

test('what is too long, empty or no number is refused with its reason, and nothing is lost', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  const screen = await show(db)
  await press(screen, newLine('people'))
  await press(screen, m.plan_save())
  await expect.element(screen.getByText(m.plan_field_empty())).toBeVisible()
  const long = 'a'.repeat(planLettersMax + 1)
  await screen.getByLabelText(m.plan_field()).fill(long)
  await screen.getByLabelText(m.plan_phone()).fill('call me')
  await expect.element(screen.getByText(m.plan_field_long({ max: planLettersMax }))).toBeVisible()
  await expect.element(screen.getByText(m.plan_phone_wrong())).toBeVisible()
  await press(screen, m.plan_save())
  expect(await queued(db)).toEqual([])
  await expect.poll(() => readPlanDrafts(db)).toMatchObject([{ text: long, phone: 'call me' }])
  expect(await readOnlyHere(db)).toMatchObject({ drafts: false, planDrafts: true })
})

test('a line that was begun comes back, and can be thrown away', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  const first = await show(db)
  await press(first, newLine('signs'))
  await first.getByLabelText(m.plan_field()).fill('I stop')
  await expect.poll(() => readPlanDrafts(db)).toHaveLength(1)
  await first.unmount()
  const screen = await show(db)
  await press(screen, newLine('signs'))
  await expect.element(screen.getByLabelText(m.plan_field())).toHaveValue('I stop')
  await press(screen, m.plan_discard())
  await expect.poll(() => readPlanDrafts(db)).toEqual([])
  expect(await queued(db)).toEqual([])
})

test.each(['at once', 'after the phone was closed'])(
  'what another phone wrote while a line was open stays beside what is saved here %s',
  async (when) => {
    answerWith(noNetwork)
    const db = await openPhone()
    const aunt = itemOf({ step: 'people', text: 'My aunt' })
    await hasPlan(db, [aunt])
    let screen = await show(db)
    await press(screen, m.plan_edit({ text: 'My aunt' }))
    await screen.getByLabelText(m.plan_field()).fill('My aunt Mona')
    await expect.poll(() => readPlanDrafts(db)).toMatchObject([{ basedOn: aunt.rev }])
    const theirs = { ...aunt, rev: crypto.randomUUID(), text: 'My aunt in Giza' }
    await hasPlan(db, [theirs], { version: 2 })
    if (when === 'after the phone was closed') {
      await screen.unmount()
      screen = await show(db)
      await press(screen, m.plan_edit({ text: 'My aunt in Giza' }))
    }
    await press(screen, m.plan_save())
    await expect.element(screen.getByText('My aunt Mona')).toBeVisible()
    await expect.element(screen.getByText(m.plan_other({ text: 'My aunt in Giza' }))).toBeVisible()
    expect(await queued(db)).toMatchObject([
      { payload: { text: 'My aunt Mona', basedOn: aunt.rev, settles: [] } },
    ])
  },
)

test('a line changes, goes up, goes away and comes back', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  const [walk, sing] = [itemOf(), itemOf({ text: 'Sing', order: 2 })]
  await hasPlan(db, [walk, sing])
  const screen = await show(db)
  await press(screen, m.plan_edit({ text: 'Sing' }))
  await press(screen, m.plan_up())
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  const texts = async () => (await readPlan(db)).items.map(({ text }) => text)
  await expect.poll(texts).toEqual(['Sing', 'Walk the dog'])
  await press(screen, m.plan_edit({ text: 'Walk the dog' }))
  await press(screen, m.plan_remove())
  await expect.poll(texts).toEqual(['Sing'])
  await screen.getByRole('heading', { name: m.plan_removed_title() }).click()
  await press(screen, m.plan_removed_back({ text: 'Walk the dog' }))
  await expect.poll(texts).toEqual(['Sing', 'Walk the dog'])
  expect((await queued(db)).map(({ kind }) => kind)).toEqual([
    'plan.put',
    'plan.remove',
    'plan.put',
  ])
})

test.each([
  ['the line above it', [1, 2, 2], 2, ['0', '2', '1']],
  ['all of them', [1, 1, 1], 2, ['0', '2', '1']],
  ['two lines above it', [1, 1, 2], 2, ['0', '2', '1']],
  ['the first one, which is at the start', [0, 0, 1], 1, ['1', '0', '2']],
])(
  'a line goes up by one where phones gave one place to it and %s',
  async (_, orders, at, texts) => {
    answerWith(noNetwork)
    const db = await openPhone()
    // Lines of one place stand by their ids.
    const idAt = (index: number) => `01985a3c-0000-7a10-8c00-0000000000b${index}`
    const items = orders.map((order, n) => itemOf({ id: idAt(n), text: String(n), order }))
    await hasPlan(db, items)
    await moveUp(db, idAt(at))
    const { items: moved } = await readPlan(db)
    expect(moved.map(({ text }) => text)).toEqual(texts)
    const writes = await unsentOps(db)
    expect(writes.map(({ payload }) => payload)).not.toContainEqual(
      expect.objectContaining({ basedOn: null }),
    )
    expect(new Set(moved.map(({ order }) => order)).size).toBe(items.length)
  },
)

test('what is being written stays when its line moves up, when another version is taken, and when an idea is', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  const other = { rev: crypto.randomUUID(), step: 'people', text: 'My aunt in Giza', phone: null }
  const aunt = itemOf({ step: 'people', text: 'My aunt', order: 2, replaced: [other] })
  const idea = ideaOf({ change: 'change', itemId: aunt.id, text: 'Aunt M' })
  const friend = itemOf({ step: 'people', text: 'A friend' })
  await hasPlan(db, [friend, aunt], { share: sofia, proposals: [idea] })
  const screen = await show(db)
  await press(screen, m.plan_edit({ text: 'My aunt' }))
  await screen.getByLabelText(m.plan_field()).fill('My aunt Mona')
  await press(screen, m.plan_up())
  await expect.element(screen.getByText(m.plan_moved())).toBeVisible()
  await expect.element(screen.getByLabelText(m.plan_field())).toHaveValue('My aunt Mona')
  const texts = async () => (await readPlan(db)).items.map(({ text }) => text)
  expect(await texts()).toEqual(['My aunt', 'A friend'])
  await screen.unmount()
  const later = await show(db)
  await press(later, m.plan_other_take())
  await expect.poll(texts).toEqual(['My aunt in Giza', 'A friend'])
  await press(later, m.plan_idea_yes())
  await expect.poll(texts).toEqual(['Aunt M', 'A friend'])
  expect(await readPlanDrafts(db)).toMatchObject([{ text: 'My aunt Mona' }])
  await press(later, m.plan_edit({ text: 'Aunt M' }))
  await expect.element(later.getByLabelText(m.plan_field())).toHaveValue('My aunt Mona')
  await press(later, m.plan_save())
  // All three were its person's own: none of them comes back as another phone's.
  await expect
    .poll(async () => (await readPlan(db)).items[0])
    .toMatchObject({
      text: 'My aunt Mona',
      replaced: [],
    })
  await expect.poll(() => readPlanDrafts(db)).toEqual([])
})

test('what another phone had written is shown until the person decides, also of a line that was taken away', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  const rev = crypto.randomUUID()
  const other = { rev, step: 'alone', text: 'Walk far', phone: null }
  const gone = { rev: crypto.randomUUID(), step: 'signs', text: 'I hide', phone: null }
  await hasPlan(db, [
    itemOf({ replaced: [other] }),
    itemOf({ step: 'signs', text: 'I', deleted: true, replaced: [gone] }),
  ])
  const screen = await show(db)
  await expect.element(screen.getByText(m.plan_other_removed({ text: 'I hide' }))).toBeVisible()
  await expect.element(screen.getByText(m.plan_other({ text: 'Walk far' }))).toBeVisible()
  const [hide, far] = screen.getByRole('button', { name: m.plan_other_take() }).elements()
  if (far instanceof HTMLElement) far.click()
  await expect.poll(async () => (await readPlan(db)).items).toMatchObject([{ text: 'Walk far' }])
  if (hide instanceof HTMLElement) hide.click()
  await expect.poll(async () => (await readPlan(db)).items).toHaveLength(2)
  expect(await queued(db)).toMatchObject([
    { payload: { text: 'Walk far', settles: [rev] } },
    { payload: { text: 'I hide', settles: [gone.rev] } },
  ])
})

test('an idea of one’s provider is no part of the plan until it is taken up', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  const mona = itemOf({ step: 'people', text: 'Mona', phone: '+20 100' })
  const [add, change] = [ideaOf(), ideaOf({ change: 'change', itemId: mona.id, text: 'Aunt Mona' })]
  await hasPlan(db, [mona], { share: sofia, proposals: [add, change, ideaOf({ text: 'No' })] })
  const screen = await show(db)
  const title = m.plan_ideas_title({ name: sofia.name })
  await expect.element(screen.getByRole('heading', { name: title })).toBeVisible()
  const answer = (name: string, at: number) => {
    const button = screen.getByRole('button', { name }).elements()[at]
    if (button instanceof HTMLElement) button.click()
  }
  answer(m.plan_idea_no(), 2)
  await expect.poll(async () => (await readPlan(db)).proposals).toHaveLength(2)
  answer(m.plan_idea_yes(), 1)
  await expect.poll(async () => (await readPlan(db)).proposals).toHaveLength(1)
  answer(m.plan_idea_yes(), 0)
  await expect
    .poll(async () => (await readPlan(db)).items)
    .toMatchObject([{ text: 'Aunt Mona', phone: '+20 100' }, { text: 'Ask your aunt' }])
  expect(await queued(db)).toMatchObject([
    { kind: 'plan.decline' },
    { kind: 'plan.put', payload: { accepts: change.id } },
    { kind: 'plan.put', payload: { accepts: add.id } },
  ])
})

test('an idea is reported where it is answered, also without a network', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  const idea = ideaOf()
  await hasPlan(db, [], { share: sofia, proposals: [idea] })
  const screen = await show(db)
  await screen.getByRole('button', { name: m.reports_report(), exact: true }).click()
  await expect.element(screen.getByText(m.reports_report_proposal_title())).toBeVisible()
  await screen.getByRole('button', { name: m.reports_reason_harassment() }).click()
  await expect.element(screen.getByText(m.reports_thanks_title())).toBeVisible()
  expect(await queued(db)).toMatchObject([
    { kind: 'safety.report', payload: { target: { kind: 'proposal', id: idea.id } } },
  ])
})

test('an idea for a new line has seen no other one, whatever its id says', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  const aunt = itemOf({ step: 'people', text: 'My aunt', phone: '+20 100' })
  const idea = ideaOf({ itemId: aunt.id, phone: '+20 999' })
  await hasPlan(db, [aunt], { share: sofia, proposals: [idea] })
  const screen = await show(db)
  await press(screen, m.plan_idea_yes())
  await expect
    .poll(() => queued(db))
    .toMatchObject([{ kind: 'plan.put', payload: { accepts: idea.id, basedOn: null } }])
})

test('an idea shows the number that would stand in the plan with it', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await hasPlan(db, [], { share: sofia, proposals: [ideaOf({ phone: '+20 999' }), ideaOf()] })
  const screen = await show(db)
  const number = screen.getByText('+20 999', { exact: true })
  await expect.element(number).toBeVisible()
  expect(number.element().tagName).toBe('BDI')
})

test('a plan that could not be shown to somebody says so where they were chosen', async () => {
  const max = {
    id: sofia.providerId,
    firstname: 'Max',
    lastname: 'Roe',
    userType: 'ServiceProvider',
    specialization: null,
    profileImg: null,
    connectionId: crypto.randomUUID(),
    since: sofia.since,
  }
  serve({
    'GET /connections/friends': says({ friends: [max], next: null }),
    [`PUT /me/plan/share/${max.id}`]: refuses('busy'),
  })
  const screen = await show(await openPhone())
  await press(screen, m.plan_share_choose())
  await press(screen, m.plan_share_with({ name: 'Max Roe' }))
  const alert = screen.getByRole('dialog').getByRole('alert')
  await expect.element(alert.getByText(m.plan_share_failed())).toBeVisible()
  expect(currentToasts()).toEqual([])
})

test('sharing stops at once, also without a network, and takes the ideas along', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await hasPlan(db, [itemOf()], { share: sofia, proposals: [ideaOf()] })
  const screen = await show(db)
  await press(screen, m.plan_share_stop())
  await expect.element(screen.getByText(m.plan_share_none())).toBeVisible()
  expect(await readPlan(db)).toMatchObject({ share: null, proposals: [] })
  expect(await queued(db)).toMatchObject([
    { kind: 'share.revoke', payload: { kind: 'plan', viewerId: sofia.providerId } },
  ])
})

test('the plan stays on the phone after a logout only where that was read and chosen, and follows what is written', async () => {
  answerWith(noNetwork)
  const db = await openPhone()
  await hasPlan(db, [itemOf()])
  const screen = await show(db)
  const choice = screen.getByRole('checkbox', { name: m.plan_keep() })
  await choice.click()
  await expect.element(screen.getByText(m.plan_keep_warning())).toBeVisible()
  expect(await readPlanCopy()).toBeUndefined()
  await press(screen, m.plan_keep_no())
  await expect.element(choice).not.toBeChecked()
  await choice.click()
  await press(screen, m.plan_keep_yes())
  await expect.element(choice).toBeChecked()
  await press(screen, newLine('signs'))
  await screen.getByLabelText(m.plan_field()).fill('I hide')
  await press(screen, m.plan_save())
  await expect
    .poll(async () => (await readPlanCopy())?.items.map(({ text }) => text).toSorted())
    .toEqual(['I hide', 'Walk the dog'])
  await choice.click()
  await expect.poll(() => readPlanCopy()).toBeUndefined()
})

test('what came from another phone is shown, and one’s own words over it', async () => {
  const db = await openPhone()
  await hasPlan(db, [itemOf()])
  serve({ 'GET /me/plan': says(pageOf([itemOf(), itemOf({ text: 'Sing', order: 2 })])) })
  const screen = await show(db)
  await expect.element(screen.getByText('Sing')).toBeVisible()
})

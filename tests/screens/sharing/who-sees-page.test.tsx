import { expect, test, vi } from 'vitest'
import type { Preview, Sharing } from '#contract/sharing/model.ts'
import { PreviewPage } from '#src/features/sharing/pages/preview-page.tsx'
import { WhoSeesPage } from '#src/features/sharing/pages/who-sees-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { drainNow } from '#src/offline/engine/drain-now.ts'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import { writeSession } from '#src/offline/session/session-copy.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { currentSession } from '#src/session/session.ts'
import { noNetwork, answerWith, oursRaw } from '#tests/offline/network.ts'
import { badGateway, refuses, says, serve, settles } from '../fake-server.ts'
import { openPhone, setOnline } from '../phone.ts'
import { renderScreen } from '../router.tsx'

const sofia = '01900000-0000-7000-8000-000000000007'
const former = '01900000-0000-7000-8000-000000000008'
const resultId = '01900000-0000-7000-8000-000000000009'

const person = {
  lastname: 'Roe',
  userType: 'ServiceProvider',
  specialization: null,
  profileImg: null,
} as const
const none = { itemId: null, questId: null, day: null }
const read = { id: crypto.randomUUID(), itemId: null, questId: null, reason: null }
const result = { kind: 'result', viewerId: sofia, itemId: resultId, questId: 2, day: '2026-11-21' }

function sharingWith(given: Partial<Sharing> = {}): Sharing {
  const at = new Date(Date.now() - 2.5 * 86_400_000).toISOString()
  const score = { ...read, at, what: 'score', viewerId: sofia, who: 'Sofia Roe' }
  return {
    viewers: [
      { ...person, id: sofia, firstname: 'Sofia', state: 'connected' },
      { ...person, id: former, firstname: 'Max', state: 'ended' },
    ],
    shares: [{ kind: 'score', viewerId: null, ...none }, result] as Sharing['shares'],
    lastReads: [score],
    log: [
      score,
      {
        ...score,
        id: crypto.randomUUID(),
        what: 'name',
        viewerId: null,
        who: null,
        reason: 'review',
      },
      { ...score, id: crypto.randomUUID(), what: 'plan of a later build' },
      { ...score, id: crypto.randomUUID(), viewerId: null, who: null },
    ],
    ...given,
  }
}

async function openPage(db: UserDatabase) {
  const session = currentSession()
  if (!session) throw new Error('Nobody is logged in')
  return renderScreen(<WhoSeesPage db={db} session={session} />)
}

test('says of each person what they see, when they looked, and who looked for us and why', async () => {
  serve({ 'GET /me/sharing': says(sharingWith()) })
  const screen = await openPage(await openPhone())
  await expect.element(screen.getByRole('checkbox', { name: m.sharing_score() })).toBeChecked()
  const quest = m.sharing_result({ quest: 'Energy Surge' })
  await expect.element(screen.getByRole('checkbox', { name: quest })).toBeChecked()
  const looked = m.sharing_looked({ who: 'Sofia', when: '2 days ago' })
  await expect.element(screen.getByText(looked)).toBeVisible()
  for (const text of [
    m.sharing_parents(),
    m.sharing_log_score({ who: 'Sofia Roe' }),
    m.sharing_log_name({ who: m.sharing_team() }),
    m.sharing_log_other({ who: 'Sofia Roe' }),
    m.sharing_log_score({ who: m.sharing_log_left() }),
  ]) {
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
  }
  await expect.element(screen.getByText(m.sharing_reason_review())).toBeVisible()
})

test('an ended connection shows empty cells and no switch', async () => {
  serve({ 'GET /me/sharing': says(sharingWith()) })
  const screen = await openPage(await openPhone())
  const card = screen.getByRole('region', { name: 'Max Roe' })
  await expect.element(card.getByText(m.sharing_state_ended())).toBeVisible()
  await expect.element(card.getByRole('checkbox')).not.toBeInTheDocument()
  // Profile, points, the result, the plan and messages.
  await expect.poll(() => card.getByText(m.sharing_off()).elements()).toHaveLength(5)
  await expect.element(card.getByText(m.sharing_on())).not.toBeInTheDocument()
})

test('turning off works without a network and waits in line; turning on again takes it out of it', async () => {
  const db = await openPhone()
  serve({ 'GET /me/sharing': says(sharingWith()) })
  const screen = await openPage(db)
  const box = screen.getByRole('checkbox', { name: m.sharing_result({ quest: 'Energy Surge' }) })
  await expect.element(box).toBeChecked()
  answerWith(noNetwork)
  setOnline(false)
  await box.click()
  await expect.element(box).not.toBeChecked()
  await expect.element(screen.getByText(m.sharing_waiting())).toBeVisible()
  expect((await unsentOps(db)).map(({ kind }) => kind)).toEqual(['share.revoke'])
  await box.click()
  await expect.element(box).toBeChecked()
  await expect.poll(() => unsentOps(db)).toEqual([])
})

test('what is turned off stays off, also until what was queued for it is read', async () => {
  const drawn: { box: HTMLInputElement; checked: boolean }[] = []
  const known = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'checked')
  const drawing = vi.spyOn(HTMLInputElement.prototype, 'checked', 'set')
  drawing.mockImplementation(function (this: HTMLInputElement, checked: boolean) {
    drawn.push({ box: this, checked })
    known?.set?.call(this, checked)
  })
  const db = await openPhone()
  serve({ 'GET /me/sharing': says(sharingWith()) })
  const screen = await openPage(db)
  const score = screen.getByRole('checkbox', { name: m.sharing_score() })
  await expect.element(score).toBeChecked()
  answerWith(noNetwork)
  setOnline(false)
  drawn.length = 0
  await score.click()
  await expect.element(screen.getByText(m.sharing_waiting())).toBeVisible()
  const own = drawn.filter(({ box }) => box === score.element()).map(({ checked }) => checked)
  expect(own.slice(own.indexOf(false))).not.toContain(true)
  drawing.mockRestore()
})

const planShare = { kind: 'plan', viewerId: sofia, ...none }

test('the plan has its switch, and who reads it no other one can turn on besides', async () => {
  const daniel = { ...person, id: former, firstname: 'Max', state: 'connected' as const }
  const viewers = [{ ...daniel, id: sofia, firstname: 'Sofia' }, daniel]
  serve({ 'GET /me/sharing': says(sharingWith({ viewers, shares: [planShare] })) })
  const db = await openPhone()
  const screen = await openPage(db)
  const boxOf = (name: string) =>
    screen.getByRole('region', { name }).getByRole('checkbox', { name: m.sharing_plan() })
  await expect.element(boxOf('Sofia Roe')).toBeChecked()
  await expect.element(boxOf('Max Roe')).not.toBeChecked()
  await expect.element(boxOf('Max Roe')).toBeDisabled()
  await expect.element(screen.getByText(m.sharing_plan_taken())).toBeVisible()
  answerWith(noNetwork)
  setOnline(false)
  await boxOf('Sofia Roe').click()
  await expect.element(boxOf('Sofia Roe')).not.toBeChecked()
  await expect
    .poll(() => unsentOps(db))
    .toMatchObject([{ kind: 'share.revoke', payload: { kind: 'plan', viewerId: sofia } }])
})

test('the plan is turned on by the server alone', async () => {
  let shares: Sharing['shares'] = []
  serve({
    'GET /me/sharing': (request) => says(sharingWith({ shares }))(request),
    [`PUT /me/plan/share/${sofia}`]: () => {
      shares = [planShare]
      return oursRaw(null, { status: 204 })
    },
    'GET /me/plan': refuses('busy'),
  })
  const screen = await openPage(await openPhone())
  const box = screen.getByRole('checkbox', { name: m.sharing_plan() })
  await expect.element(box).not.toBeChecked()
  await box.click()
  await expect.element(box).toBeChecked()
  // It shows at once, and can be pressed again once the server has said so.
  await expect.element(box).toBeEnabled()
  await expect.element(box).toBeChecked()
})

test('a result stays on the page once its end has arrived, with its focus, and can be shown again', async () => {
  const db = await openPhone()
  await writeSession({ token: 'secret', userId: db.userId })
  let shares = [result] as Sharing['shares']
  serve({
    'GET /me/sharing': (request) => says(sharingWith({ shares }))(request),
    'POST /sync/push': settles(({ opId, payload }) => {
      shares = []
      return { opId, status: 'applied', result: payload }
    }),
    [`PUT /me/quest-results/${resultId}/shares/${sofia}`]: () => {
      shares = [result] as Sharing['shares']
      return oursRaw(null, { status: 204 })
    },
  })
  const screen = await openPage(db)
  const box = screen.getByRole('checkbox', { name: m.sharing_result({ quest: 'Energy Surge' }) })
  await expect.element(box).toBeChecked()
  await box.click()
  await expect.element(screen.getByText(m.sharing_waiting())).toBeVisible()
  await drainNow(db, 'page')
  await expect.element(screen.getByText(m.sharing_waiting())).not.toBeInTheDocument()
  await expect.element(box).not.toBeChecked()
  await expect.element(box).toHaveFocus()
  await box.click()
  await expect.element(box).toBeChecked()
  await expect.element(box).toBeEnabled()
  await expect.element(box).toBeChecked()
})

test.each([
  [
    'of this device, whatever day it is elsewhere',
    { startsAt: new Date(2026, 10, 22, 0, 30).toISOString() },
  ],
  ['that an older server names', {}],
])('a brief names the day of its session %s', async (_, given) => {
  const day = 'startsAt' in given ? '2026-11-21' : '2026-11-22'
  const brief = { kind: 'brief', viewerId: sofia, itemId: resultId, questId: null, day, ...given }
  serve({ 'GET /me/sharing': says(sharingWith({ shares: [brief] as Sharing['shares'] })) })
  const screen = await openPage(await openPhone())
  const text = m.sharing_brief_text({ day: 'November 22, 2026' })
  await expect.element(screen.getByText(text)).toBeVisible()
})

test('a switch whose answer was lost stays off, and the server is told so', async () => {
  const db = await openPhone()
  serve({
    'GET /me/sharing': says(sharingWith({ shares: [] })),
    [`PATCH /user/${db.userId}/sharing`]: badGateway,
  })
  const screen = await openPage(db)
  const box = screen.getByRole('checkbox', { name: m.sharing_score() })
  await box.click()
  await expect.element(screen.getByText(m.sharing_change_unknown())).toBeVisible()
  await expect.element(box).not.toBeChecked()
  expect(await unsentOps(db)).toMatchObject([{ kind: 'share.revoke', payload: { kind: 'score' } }])
})

test('what the server has turned on is on, also where the page cannot be read again', async () => {
  const db = await openPhone()
  let asked = 0
  serve({
    'GET /me/sharing': (request) =>
      (asked++ === 0 ? says(sharingWith({ shares: [] })) : badGateway)(request),
    [`PUT /me/plan/share/${sofia}`]: says(null, 204),
  })
  const screen = await openPage(db)
  const box = screen.getByRole('checkbox', { name: m.sharing_plan() })
  await box.click()
  await expect.element(box).toBeChecked()
  await expect.element(box).toBeEnabled()
  await expect.element(box).toBeChecked()
  await expect.element(screen.getByText(m.sharing_change_failed())).not.toBeInTheDocument()
  expect(await unsentOps(db)).toEqual([])
})

test('turning on needs the network: it says so, and cannot be pressed', async () => {
  const db = await openPhone()
  serve({ 'GET /me/sharing': says(sharingWith({ shares: [] })) })
  const screen = await openPage(db)
  const box = screen.getByRole('checkbox', { name: m.sharing_score() })
  await expect.element(box).not.toBeChecked()
  setOnline(false)
  await expect.element(box).toBeDisabled()
  await expect.element(screen.getByText(m.sharing_needs_network())).toBeVisible()
})

test('what the server refuses to turn on stays off', async () => {
  const db = await openPhone()
  serve({
    'GET /me/sharing': says(sharingWith({ shares: [] })),
    [`PATCH /user/${db.userId}/sharing`]: refuses('busy'),
  })
  const screen = await openPage(db)
  const box = screen.getByRole('checkbox', { name: m.sharing_score() })
  await box.click()
  await expect.element(screen.getByText(m.sharing_change_failed())).toBeVisible()
  await expect.element(box).not.toBeChecked()
})

test('opens without a network with what the server said last, and from when', async () => {
  const db = await openPhone()
  const asOfMs = Date.parse('2026-11-20T12:00:00Z')
  await db.meta.put({ key: 'sharing', sharing: sharingWith(), asOfMs })
  answerWith(noNetwork)
  setOnline(false)
  const screen = await openPage(db)
  await expect.element(screen.getByRole('checkbox', { name: m.sharing_score() })).toBeChecked()
  await expect.element(screen.getByText(/As of November 20, 2026/)).toBeVisible()
})

test('says that nobody sees anything, and what it needs the first time', async () => {
  answerWith(noNetwork)
  setOnline(false)
  const db = await openPhone()
  const first = await openPage(db)
  await expect.element(first.getByText(m.sharing_offline())).toBeVisible()
  serve({ 'GET /me/sharing': says(sharingWith({ viewers: [], shares: [], log: [] })) })
  setOnline(true)
  await expect.element(first.getByText(m.sharing_empty())).toBeVisible()
})

const preview: Preview = {
  profile: {
    view: 'client',
    _id: former,
    userT: 'Adolescent',
    firstname: 'Lina',
    lastname: 'Haddad',
    name: 'Lina Haddad',
    profileImg: null,
    state: null,
    country: 'Lebanon',
    bio: 'I draw.',
    age: 16,
    score: 40,
  },
  score: { score: 40 },
  results: [
    {
      id: resultId,
      userId: former,
      questId: 2,
      title: 'Energy Surge',
      takenOn: '2026-11-21' as never,
      band: { label: 'Steady', text: 'All is well.' },
      scores: [],
      destination: null,
      notice: '',
    },
  ],
  plan: null,
  briefs: null,
  contact: null,
  request: null,
  chat: null,
}

test('a preview is drawn by the parts that the viewer sees, in a frame that names them', async () => {
  serve({
    'GET /me/sharing': says(sharingWith()),
    [`GET /me/preview/${sofia}`]: says(preview),
  })
  const screen = await renderScreen(<PreviewPage db={await openPhone()} viewerId={sofia} />)
  const frame = screen.getByRole('region', { name: m.sharing_preview_frame({ who: 'Sofia' }) })
  for (const text of ['Lina Haddad', 'I draw.', 'Energy Surge', m.profile_points({ score: 40 })]) {
    await expect.element(frame.getByText(text)).toBeVisible()
  }
  await expect.element(screen.getByText(m.sharing_preview_note())).toBeVisible()
})

test('a preview has the plan as its reader has it, with nothing to press', async () => {
  const plan = { items: [{ id: former, step: 'people', text: 'My aunt' }], proposals: [] }
  serve({
    'GET /me/sharing': says(sharingWith()),
    [`GET /me/preview/${sofia}`]: says({ ...preview, plan }),
  })
  const screen = await renderScreen(<PreviewPage db={await openPhone()} viewerId={sofia} />)
  const frame = screen.getByRole('region', { name: m.sharing_preview_frame({ who: 'Sofia' }) })
  await expect.element(frame.getByText('My aunt')).toBeVisible()
  await expect.element(frame.getByText(m.plan_step_people())).toBeVisible()
  await expect.element(frame.getByRole('button')).not.toBeInTheDocument()
})

test('of whom one never had to do with there is no preview', async () => {
  serve({
    'GET /me/sharing': says(sharingWith()),
    [`GET /me/preview/${former}`]: refuses('not_found'),
  })
  const db = await openPhone()
  const refused = await renderScreen(<PreviewPage db={db} viewerId={former} />)
  await expect.element(refused.getByRole('alert')).toBeVisible()
})

test('a preview needs the network, and says so', async () => {
  const db = await openPhone()
  answerWith(noNetwork)
  setOnline(false)
  const offline = await renderScreen(<PreviewPage db={db} viewerId={sofia} />)
  await expect.element(offline.getByText(m.sharing_preview_offline())).toBeVisible()
})

test('nothing shown says so', async () => {
  const nothing: Preview = { ...preview, profile: null, score: null, results: null }
  serve({
    'GET /me/sharing': says(sharingWith()),
    [`GET /me/preview/${former}`]: says(nothing),
  })
  const screen = await renderScreen(<PreviewPage db={await openPhone()} viewerId={former} />)
  await expect.element(screen.getByText(m.sharing_preview_nothing({ who: 'Max' }))).toBeVisible()
})

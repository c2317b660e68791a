import * as m from '#src/i18n/paraglide/messages.js'
import { call } from '#tests/support/call.ts'
import type { ApiRequest, Verdict } from './support/fault-proxy.ts'
import { badGateway, portalPage, problemAnswer } from './support/faults.ts'
import { closedGate } from './support/gate.ts'
import { answerRows, outboxRows, queueFailures, seedOutbox } from './support/outbox.ts'
import { newTeen, type Member } from './support/people.ts'
import { answer, comeBack, expectAnswered, expectUnsent, trackerCard } from './support/phone.ts'
import { serverEntries } from './support/server-entries.ts'
import { enterAs, fillLogin } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ via: 'proxy', losesNetwork: true })

/** What can happen to a push on its way, and how often the server has then seen the operation. */
const faults: { name: string; told: (push: ApiRequest) => Promise<Verdict> }[] = [
  { name: "a captive portal's page", told: async () => portalPage },
  { name: 'a gateway that lost the server', told: async () => badGateway },
  { name: 'a connection cut before the server', told: async () => 'cut' },
  { name: 'a reply cut off after the commit', told: (push) => push.forward().then(() => 'cut') },
  { name: 'half a reply', told: async (push) => ({ half: await push.forward() }) },
  { name: 'an unheard-of error', told: async () => problemAnswer('internal') },
]

for (const { name, told } of faults) {
  test(`${name} drops nothing, and nothing arrives twice`, async ({
    page,
    origin,
    faultProxy,
    server,
    teen,
    consoleGuard,
  }) => {
    consoleGuard.expect(/status of 50\d .*\/api\/sync\/push/)
    await enterAs(page, teen, `${origin}/trackers`)
    faultProxy.onApi((request) => (request.opIds.length > 0 ? told(request) : undefined))
    await answer(page, 'Mood', 'Happy')
    await expect.poll(() => queueFailures(page, teen.id)).toBeGreaterThan(0)
    await expectAnswered(page, 'Mood', 'Happy', 'waiting')
    await expectUnsent(page, 1)

    faultProxy.onApi(undefined)
    await comeBack(page)
    await expectUnsent(page, 0)
    await expectAnswered(page, 'Mood', 'Happy', 'sent')
    expect(await serverEntries(server.origin, teen)).toHaveLength(1)
  })
}

for (const code of ['busy', 'database_unavailable'] as const) {
  test(`a server that says ${code} is asked again when it wished to be`, async ({
    page,
    origin,
    faultProxy,
    server,
    teen,
    consoleGuard,
  }) => {
    consoleGuard.expect(/status of 503 .*\/api\/sync\/push/)
    await enterAs(page, teen, `${origin}/trackers`)
    let told = 0
    const again = closedGate()
    faultProxy.onApi(({ opIds, forward }) => {
      if (opIds.length === 0) return undefined
      told += 1
      return told === 1 ? Promise.resolve(problemAnswer(code, 1)) : again.opened.then(forward)
    })
    await answer(page, 'Mood', 'Happy')
    await expectUnsent(page, 1)
    again.open()
    await expectUnsent(page, 0)
    expect(await serverEntries(server.origin, teen)).toHaveLength(1)
    expect(faultProxy.sentOps).toHaveLength(2)
  })
}

test.describe('a session that the server ends in the middle of a drain', () => {
  test.beforeEach(async ({ page, origin, faultProxy, server, teen, consoleGuard }) => {
    consoleGuard.expect(/status of 401 .*\/api\//)
    await enterAs(page, teen, `${origin}/trackers`)
    await expect(trackerCard(page, 'Mood')).toBeVisible()
    let pushes = 0
    faultProxy.onApi(({ opIds, forward }) => {
      if (opIds.length === 0 || (pushes += 1) !== 2) return undefined
      return call(server.origin, 'logout', {}, { token: teen.token }).then(forward)
    })
    await seedOutbox(page, teen.id, { rows: answerRows(teen.id, 30), batchMax: 10 })
    await comeBack(page)
    await expect(page.getByText(m.shell_needs_auth({ count: 20 }))).toBeVisible()
    expect(await outboxRows(page, teen.id)).toHaveLength(20)
  })

  test('sends the rest after a login of the same person', async ({ page, server, teen }) => {
    await page.getByRole('link', { name: m.shell_needs_auth_action() }).click()
    await expect(page.getByText(m.account_login_reason_expired())).toBeVisible()
    await fillLogin(page, teen)
    await expect(page).toHaveURL('/trackers')
    await expectUnsent(page, 0)
    const { reply } = await call(server.origin, 'login', { body: bodyOf(teen) })
    expect(await serverEntries(server.origin, reply)).toHaveLength(30)
  })

  test('sends nothing of it as somebody else, and keeps it', async ({
    page,
    faultProxy,
    server,
    teen,
  }) => {
    const other = await newTeen(server.origin)
    const tab = await page.context().newPage()
    await tab.goto('/trackers')
    await page.bringToFront()
    const before = faultProxy.sentOps.length
    await page.getByRole('link', { name: m.shell_needs_auth_action() }).click()
    await fillLogin(page, other)
    await expect(page).toHaveURL('/trackers')
    await answer(page, 'Mood', 'Happy')
    await expectAnswered(page, 'Mood', 'Happy', 'sent')
    expect(faultProxy.sentOps.slice(before)).toHaveLength(1)
    expect(await serverEntries(server.origin, other)).toHaveLength(1)
    expect(await outboxRows(page, teen.id)).toHaveLength(20)
    // The tab that was left open is the other's by now.
    await expectAnswered(tab, 'Mood', 'Happy', 'sent')
    await tab.bringToFront()
    await answer(tab, 'Diet', 'Well')
    await expectAnswered(tab, 'Diet', 'Well', 'sent')
    expect(await serverEntries(server.origin, other)).toHaveLength(2)
    expect(await outboxRows(page, teen.id)).toHaveLength(20)
  })
})

function bodyOf({ email, password }: Member) {
  return { email, password }
}

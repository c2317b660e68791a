import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Report } from '#contract/safety/api.ts'
import { ReportsPage } from '#src/features/safety/pages/reports-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { says, serve } from '../fake-server.ts'
import { openPhone } from '../phone.ts'
import { press } from '../press.ts'
import { retryReadFailure } from '../read-failure.ts'
import { renderScreen } from '../router.tsx'

const call = 'GET /admin/reports'

function report(firstname: string): Report {
  const id = crypto.randomUUID()
  return {
    _id: crypto.randomUUID(),
    state: 'open',
    createdAt: '2026-11-01T09:00:00.000Z',
    target: { kind: 'user', id },
    reason: 'other',
    note: '',
    snapshot: {},
    messages: [],
    readable: true,
    reporter: null,
    subject: { id, firstname, lastname: 'Haddad', userType: 'Parent', suspended: false },
    handledAt: null,
    handlingNote: null,
    expiresAt: null,
  }
}

test('reports that cannot be read say why, and come with a retry', async () => {
  const db = await openPhone('Parent')
  const answers = { [call]: says({ reports: [], next: null }) }
  const draw = () => renderScreen(<ReportsPage db={db} />)
  const failed = m.reports_admin_failed()
  const screen = await retryReadFailure({ draw, call, answers, failed })
  await expect.element(screen.getByText(m.reports_admin_none())).toBeVisible()
})

test('a note about a report that is being written outlives Esc and a stray tap', async () => {
  const db = await openPhone('Parent')
  serve({ [call]: says({ reports: [report('Rana')], next: null }) })
  const screen = await renderScreen(<ReportsPage db={db} />)
  await screen.getByRole('button', { name: m.reports_admin_decide(), exact: false }).click()
  const dialog = screen.getByRole('dialog')
  const note = dialog.getByRole('textbox')
  await note.fill('We have written to them.')
  await userEvent.keyboard('{Escape}')
  await expect.element(note).toHaveValue('We have written to them.')
  press(dialog.getByRole('button', { name: m.reports_keep() }))
  await expect.element(dialog).not.toBeInTheDocument()
})

test('the buttons of two reports are told apart by their names', async () => {
  const db = await openPhone('Parent')
  serve({ [call]: says({ reports: [report('Rana'), report('Nour')], next: null }) })
  const screen = await renderScreen(<ReportsPage db={db} />)
  for (const firstname of ['Rana', 'Nour']) {
    const about = m.reports_admin_about({ name: `${firstname} Haddad` })
    const name = `${m.reports_admin_decide()} ${m.reports_reason_other()} · ${about}`
    await expect.element(screen.getByRole('button', { name })).toBeVisible()
  }
})

test('whoever closes an account reads first what becomes of its sessions', async () => {
  const db = await openPhone('Parent')
  serve({ [call]: says({ reports: [report('Rana')], next: null }) })
  const screen = await renderScreen(<ReportsPage db={db} />)
  await screen.getByRole('button', { name: m.reports_admin_decide(), exact: false }).click()
  const box = screen.getByRole('checkbox', { name: m.reports_admin_suspend() })
  await expect.element(box).toHaveAccessibleDescription(m.reports_admin_suspend_text())
})

test('of a report of a person, only what was deleted stands under what was deleted', async () => {
  const db = await openPhone('Parent')
  const given = report('Rana')
  const line = { reported: false, byReporter: false, file: null, sentAt: given.createdAt }
  const messages = [
    { ...line, _id: crypto.randomUUID(), text: 'It was our secret.', deletedAt: given.createdAt },
    { ...line, _id: crypto.randomUUID(), text: 'Read this.', deletedAt: null },
    { ...line, _id: crypto.randomUUID(), text: 'I am well.', deletedAt: null, byReporter: true },
  ]
  const target = { kind: 'person', id: given.target.id }
  serve({ [call]: says({ reports: [{ ...given, target, messages }], next: null }) })
  const screen = await renderScreen(<ReportsPage db={db} />)
  const linesUnder = (name: string) => {
    const heading = screen.getByRole('heading', { name }).elements()[0]
    return [...(heading?.parentElement?.querySelectorAll('li') ?? [])].map(
      (item) => item.querySelector('p:not(:first-child)')?.textContent,
    )
  }
  await expect
    .poll(() => linesUnder(m.reports_admin_sealed_messages()))
    .toEqual(['It was our secret.'])
  expect(linesUnder(m.reports_admin_between())).toEqual(['Read this.', 'I am well.'])
})

import { expect, onTestFinished, test, vi } from 'vitest'
import type { SecondFactorStatus } from '#contract/account/second-factor.ts'
import { problem } from '#contract/problem.ts'
import { CodesDialog } from '#src/features/account/two-step/enrol-dialog.tsx'
import { TwoStepSection } from '#src/features/account/two-step/two-step-section.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { ApiProblemError } from '#src/offline/api/api-error.ts'
import { asMember, enrolmentDue, reauthenticationRequest } from '#src/session/as-member.ts'
import { notifySession } from '#src/session/session.ts'
import { ours } from '#tests/offline/network.ts'
import { badGateway, refuses, says, serve } from '../fake-server.ts'
import { openMember, openPhone } from '../phone.ts'
import { renderScreen } from '../router.tsx'

const factor = '/me/second-factor'
const off: SecondFactorStatus = { status: 'off', required: false, recoveryCodesLeft: 0 }
const on: SecondFactorStatus = { status: 'on', required: false, recoveryCodesLeft: 10 }
const enrolment = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Zync:sofia?secret=JBSW' }
const right = 'Right-Pass1!'

test('what somebody types wrong on the way to two-step sign-in is said beside it, and stays', async () => {
  const { db, session } = await openMember('ServiceProvider')
  const wrongPassword = { password: 'This is not your current password.' }
  const wrongCode = { code: 'Invalid or expired code. Please try again.' }
  serve({
    [`GET ${factor}`]: says(off),
    [`POST ${factor}`]: async (request) => {
      const { password }: { password: string } = await request.json()
      if (password === right) return ours(enrolment, { status: 201 })
      return ours(problem('wrong_password', { fields: wrongPassword }), { status: 400 })
    },
    [`POST ${factor}/confirm`]: () =>
      ours(problem('invalid_code', { fields: wrongCode }), { status: 400 }),
  })
  const screen = await renderScreen(<TwoStepSection db={db} user={session.user} />)
  await screen.getByRole('button', { name: m.twostep_turn_on() }).click()
  const dialog = screen.getByRole('dialog')
  const next = dialog.getByRole('button', { name: m.twostep_next() })
  const password = dialog.getByLabelText(m.twostep_password(), { exact: true })
  await next.click()
  await expect.element(dialog.getByText(m.twostep_password_missing())).toBeVisible()
  await password.fill('Wrong-Pass1!')
  await next.click()
  await expect.element(dialog.getByText(wrongPassword.password)).toBeVisible()
  await expect.element(password).toHaveValue('Wrong-Pass1!')
  await password.fill(right)
  await next.click()
  const confirm = dialog.getByRole('button', { name: m.twostep_confirm(), exact: true })
  const code = dialog.getByRole('textbox', { name: m.twostep_code() })
  await confirm.click()
  await expect.element(dialog.getByText(m.twostep_code_missing())).toBeVisible()
  await code.fill('123456')
  await confirm.click()
  await expect.element(dialog.getByText(wrongCode.code)).toBeVisible()
  await expect.element(code).toHaveValue('123456')
})

test('who turned it on in another tab is no longer held on the settings', async () => {
  const { db, session } = await openMember('ServiceProvider')
  onTestFinished(() => enrolmentDue.set(undefined))
  enrolmentDue.set(session.token)
  let status: SecondFactorStatus = { ...off, required: true }
  serve({ [`GET ${factor}`]: () => ours(status) })
  const first = await renderScreen(<TwoStepSection db={db} user={session.user} />)
  await expect.element(first.getByText(m.twostep_required())).toBeVisible()
  expect(enrolmentDue.get()).toBe(session.token)
  await first.unmount()
  status = on
  const screen = await renderScreen(<TwoStepSection db={db} user={session.user} />)
  await expect.element(screen.getByText(m.twostep_on(), { exact: true })).toBeVisible()
  expect(enrolmentDue.get()).toBeUndefined()
})

test.each([
  ['whose answer was lost', badGateway],
  ['that another tab was faster with', refuses('wrong_state')],
])('a code %s is found to have turned it on, and leads to new codes', async (_what, answer) => {
  const { db, session } = await openMember('ServiceProvider')
  let status = off
  serve({
    [`GET ${factor}`]: () => ours(status),
    [`POST ${factor}`]: says(enrolment, 201),
    [`POST ${factor}/confirm`]: (request) => {
      status = on
      return answer(request)
    },
  })
  const screen = await renderScreen(<TwoStepSection db={db} user={session.user} />)
  await screen.getByRole('button', { name: m.twostep_turn_on() }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText(m.twostep_password(), { exact: true }).fill(right)
  await dialog.getByRole('button', { name: m.twostep_next() }).click()
  await dialog.getByRole('textbox', { name: m.twostep_code() }).fill('123456')
  await dialog.getByRole('button', { name: m.twostep_confirm(), exact: true }).click()
  await expect.element(dialog.getByText(m.twostep_on_already())).toBeVisible()
  await dialog.getByRole('button', { name: m.twostep_cancel() }).click()
  await expect.element(screen.getByText(m.twostep_on(), { exact: true })).toBeVisible()
})

test('who turned it on in another tab and begins it here is led to new codes', async () => {
  const { db, session } = await openMember('ServiceProvider')
  let status = off
  serve({
    [`GET ${factor}`]: () => ours(status),
    [`POST ${factor}`]: refuses('wrong_state'),
  })
  const screen = await renderScreen(<TwoStepSection db={db} user={session.user} />)
  await screen.getByRole('button', { name: m.twostep_turn_on() }).click()
  status = on
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText(m.twostep_password(), { exact: true }).fill(right)
  await dialog.getByRole('button', { name: m.twostep_next() }).click()
  await expect.element(dialog.getByText(m.twostep_on_already())).toBeVisible()
})

test.each([
  ['whose answer was lost', m.twostep_turn_off(), 'DELETE', '', badGateway],
  ['that another tab was faster with', m.twostep_turn_off(), 'DELETE', '', refuses('wrong_state')],
  ['in place of new codes', m.twostep_renew(), 'POST', '/recovery-codes', refuses('wrong_state')],
])('an end %s is found, and the card says so', async (_what, button, method, path, answer) => {
  const { db, session } = await openMember('ServiceProvider')
  let status = on
  serve({
    [`GET ${factor}`]: () => ours(status),
    [`${method} ${factor}${path}`]: (request) => {
      status = off
      return answer(request)
    },
  })
  const screen = await renderScreen(<TwoStepSection db={db} user={session.user} />)
  await screen.getByRole('button', { name: button, exact: true }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText(m.twostep_password(), { exact: true }).fill(right)
  await dialog.getByRole('textbox', { name: m.twostep_code() }).fill('123456')
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await expect.element(screen.getByText(m.twostep_off(), { exact: true })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('recovery codes that the browser does not copy say so in their dialog, where it is read', async () => {
  const refused = new DOMException('No', 'NotAllowedError')
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(refused)
  write.mockResolvedValueOnce()
  const screen = await renderScreen(
    <CodesDialog codes={['ABCD-EFGH']} name="Sofia Marin" onClose={() => undefined} />,
  )
  const dialog = screen.getByRole('dialog')
  const copy = dialog.getByRole('button', { name: m.twostep_codes_copy() })
  await copy.click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(m.twostep_copy_failed())
  await copy.click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(m.twostep_copied())
  write.mockRestore()
})

test('a question who it is stays for a new token of its person, and ends when somebody else is logged in', async () => {
  const { db } = await openMember()
  const refused = new ApiProblemError(problem('proof_required'), 403, undefined)
  const call = asMember(db, () => Promise.reject(refused))
  await expect.poll(reauthenticationRequest.get).toBeDefined()
  localStorage.setItem('token', 'new')
  notifySession()
  expect(reauthenticationRequest.get()).toBeDefined()
  await openPhone()
  notifySession()
  expect(reauthenticationRequest.get()).toBeUndefined()
  await expect(call).rejects.toBe(refused)
})

import { expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { ConfirmEmailPart } from '#src/features/account/confirm-email/confirm-email-part.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { putProfile } from '#src/session/own-profile.ts'
import { ours, type Answer } from '#tests/offline/network.ts'
import { fullUser } from '#tests/src/profile/full-user.ts'
import { says, serve } from '../fake-server.ts'
import { openPhone } from '../phone.ts'
import { renderScreen } from '../router.tsx'

const [wrong, right] = ['omar@gmial.com', 'omar@gmail.com']

/** The card of somebody whose address is not confirmed, with 'Wrong address?' pressed, and what the server says of another one. */
async function correcting(answer: (profile: ReturnType<typeof fullUser>) => Answer) {
  const db = await openPhone()
  const profile = fullUser({ _id: db.userId, email: wrong, emailConfirmedAt: null })
  await userTransaction(db, [], () => putProfile(db, profile))
  const asked = serve({ [`PATCH /user/${db.userId}/email`]: answer(profile) })
  const screen = await renderScreen(<ConfirmEmailPart db={db} defaultOpen />)
  await screen.getByLabelText(m.recovery_code()).fill('123456')
  await screen.getByRole('button', { name: m.account_email_wrong() }).click()
  const dialog = screen.getByRole('dialog', { name: m.account_email_title() })
  const send = dialog.getByRole('button', { name: m.account_email_submit() })
  return { screen, asked, dialog, send }
}

test('a mistyped address is corrected with the password, and its code is asked for anew', async () => {
  const { screen, asked, dialog, send } = await correcting((profile) =>
    says({ ...profile, email: right }),
  )
  const email = dialog.getByLabelText(m.account_login_email())
  await expect.element(email).toHaveValue(wrong)
  await email.fill(right)
  await send.click()
  await expect.element(dialog.getByText(m.twostep_password_missing())).toBeVisible()
  expect(asked).toHaveLength(0)
  await dialog.getByLabelText(m.twostep_password(), { exact: true }).fill('Right-Pass1!')
  await send.click()
  await expect.element(screen.getByText(m.account_confirm_sent({ email: right }))).toBeVisible()
  await expect.element(screen.getByText(m.account_email_sent())).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(screen.getByLabelText(m.recovery_code())).toHaveValue('')
  expect(await asked[0]?.json()).toEqual({ email: right, password: 'Right-Pass1!' })
})

test.each([
  ['email', 'email_taken', 'This email is already in use.', 409],
  ['password', 'wrong_password', 'This is not your current password.', 400],
] as const)(
  'what is wrong with the %s is said beside it, and what was typed stays',
  async (field, code, text, status) => {
    const refusal = problem(code, { fields: { [field]: text } })
    const { screen, dialog, send } = await correcting(() => () => ours(refusal, { status }))
    await dialog.getByLabelText(m.account_login_email()).fill(right)
    await dialog.getByLabelText(m.twostep_password(), { exact: true }).fill('Right-Pass1!')
    await send.click()
    const label = field === 'email' ? m.account_login_email() : m.twostep_password()
    await expect.element(dialog.getByText(text)).toBeVisible()
    await expect
      .element(dialog.getByLabelText(label, { exact: true }))
      .toHaveAttribute('aria-invalid', 'true')
    await dialog.getByRole('button', { name: m.twostep_cancel() }).click()
    await expect.element(screen.getByText(m.account_confirm_sent({ email: wrong }))).toBeVisible()
    await expect.element(screen.getByLabelText(m.recovery_code())).toHaveValue('123456')
  },
)

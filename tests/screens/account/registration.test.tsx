import { useLocation } from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { resetCodeText } from '#contract/account/recovery.ts'
import { readLoginEmail } from '#src/features/account/login/login-email.ts'
import { ResetScreen } from '#src/features/account/pages/recovery-screens.tsx'
import { RegisterScreen } from '#src/features/account/pages/register-screen.tsx'
import {
  emptyAccount,
  emptyPersonal,
  readRegistration,
  saveRegistration,
  useSubmission,
  type RegistrationValues,
  type SubmissionOptions,
} from '#src/features/account/register/values.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { deleteDraft } from '#src/lib/dirty.ts'
import type { Answer } from '#tests/offline/network.ts'
import { filled, goodAccount } from '#tests/src/register/filled.ts'
import { refuses, says, serve } from '../fake-server.ts'
import { renderScreen, type Screen } from '../router.tsx'

const values = filled()

function Sending(options: SubmissionOptions) {
  const { send, failure } = useSubmission(options)
  return (
    <>
      <button onClick={() => void send(values, '1001234567')}>Send</button>
      <p>{failure}</p>
    </>
  )
}

/** A page that sends a registration, whose answer comes when the test says so. */
async function sending(answer: Answer) {
  const { promise, resolve: answerNow } = Promise.withResolvers<void>()
  const asked = serve({
    'POST /auth/register/Adolescent': async (request) => {
      await promise
      return answer(request)
    },
  })
  saveRegistration(values)
  const moves = { onStep: vi.fn<() => void>(), onRegistered: vi.fn<() => void>() }
  const screen = await renderScreen(<Sending {...moves} />)
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => asked).toHaveLength(1)
  return { screen, moves, answerNow }
}

const { firstname, lastname } = goodAccount
const userPayload = { _id: crypto.randomUUID(), userT: 'Adolescent', firstname, lastname }
const registered = says({ userPayload, codeSent: true }, 201)

/** The person goes to another page of the app. */
async function leave(screen: Screen): Promise<Screen> {
  await screen.unmount()
  return await renderScreen(<p>Another page</p>)
}

test('a registration that worked leads on, and nothing of it stays', async () => {
  const { moves, answerNow } = await sending(registered)
  answerNow()
  await expect.poll(() => moves.onRegistered.mock.calls).toHaveLength(1)
  expect([readRegistration(), readLoginEmail()]).toEqual([undefined, goodAccount.email])
})

test('who has gone to another page meanwhile stays there, and is told that it worked', async () => {
  const { screen, moves, answerNow } = await sending(registered)
  const other = await leave(screen)
  answerNow()
  await expect.element(other.getByText(m.register_welcome_title())).toBeVisible()
  expect(moves.onRegistered).not.toHaveBeenCalled()
  expect(readRegistration()).toBeUndefined()
})

test('who has gone to another page meanwhile is told of the refusal, and finds what was filled in', async () => {
  const { screen, moves, answerNow } = await sending(refuses('email_taken'))
  const other = await leave(screen)
  answerNow()
  await expect.element(other.getByText(/^Registration failed: /)).toBeVisible()
  expect(moves.onStep).not.toHaveBeenCalled()
  expect(readRegistration()?.account.email).toBe(goodAccount.email)
})

function Register() {
  return <RegisterScreen step={useLocation().search.step ?? 1} />
}

/** The wizard at step 2, as it comes back from a reload with these values. */
async function afterReload(restored: RegistrationValues) {
  saveRegistration(restored)
  onTestFinished(() => deleteDraft('register'))
  return await renderScreen(<Register />, '?step=2')
}

test('whoever types an email for the first time is not asked for a password again', async () => {
  const screen = await afterReload(filled({ account: emptyAccount, personal: emptyPersonal }))
  await screen.getByLabelText(m.register_email()).fill('l')
  await expect.element(screen.getByText(m.register_password_again())).not.toBeInTheDocument()
})

test('an email that came back from a reload asks for the password again, until it is typed', async () => {
  const screen = await afterReload(filled())
  await expect.element(screen.getByText(m.register_password_again())).toBeVisible()
  await screen.getByLabelText(m.register_password(), { exact: true }).fill('R')
  await expect.element(screen.getByText(m.register_password_again())).not.toBeInTheDocument()
})

test.each([
  ['who had begun step 3 before a reload', filled(), true],
  ['nobody who had not', filled({ personal: emptyPersonal }), false],
])('files are asked for again of %s', async (_, values, asked) => {
  const screen = await afterReload(values)
  for (const label of [m.register_password(), m.register_confirm_password()]) {
    await screen.getByLabelText(label, { exact: true }).fill(goodAccount.password)
  }
  await screen.getByRole('button', { name: m.register_next() }).click()
  await expect.element(screen.getByText(m.register_birth_date())).toBeVisible()
  await expect.element(screen.getByText(m.register_type_genz_hint())).toBeVisible()
  expect(screen.getByText(m.register_files_again()).query() !== null).toBe(asked)
})

test('a sentence about a pasted text that is no code goes with the next code', async () => {
  const screen = await renderScreen(<ResetScreen />)
  const code = screen.getByLabelText(m.recovery_code())
  await expect.element(code).toBeVisible()
  const pasted = new DataTransfer()
  pasted.setData('text', 'Your code is 482 913.')
  code
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true }))
  await expect.element(screen.getByText(resetCodeText)).toBeVisible()
  await code.fill('482913')
  await expect.element(screen.getByText(resetCodeText)).not.toBeInTheDocument()
})

import { useRef, useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import type { RegisterAttempt } from './register-call.ts'
import type { Step } from './step.ts'
import { stepOfFields } from './step-rules.ts'
import type { AccountFields, PersonalFields, RegistrationValues } from './values.ts'

export interface Submission {
  /** Sends once, however often it is called meanwhile. */
  send: (values: RegistrationValues, national: string) => Promise<void>
  failure: string | undefined
  /** The step that the failure is about. */
  refusedStep: Step | undefined
  /** How many times the server has refused. */
  count: number
  emailTaken: boolean
  accountRefusals: Refusals<AccountFields> | undefined
  personalRefusals: Refusals<PersonalFields> | undefined
}

interface Failure {
  text: string
  step: Step
  fields: Readonly<Record<string, string>>
  sent: RegistrationValues
}

export interface SubmissionOptions {
  onStep: (step: Step) => void
  onRegistered: (outcome: { codeSent: boolean }) => void
}

/** The way of a registration to the server and of its refusal back to the fields it is about. */
export function useSubmission({ onStep, onRegistered }: SubmissionOptions): Submission {
  const [failure, setFailure] = useState<Failure>()
  const [count, setCount] = useState(0)
  const underWay = useRef(false)

  async function send(values: RegistrationValues, national: string) {
    if (underWay.current || !values.type) return
    underWay.current = true
    setFailure(undefined)
    const attempt = await attemptToSend(values.type, values, national)
    underWay.current = false
    if (attempt.status === 'registered') return onRegistered(attempt)
    const step = stepOfFields(Object.keys(attempt.fields))
    setFailure({ text: attempt.text, step, fields: attempt.fields, sent: values })
    setCount(count + 1)
    onStep(step)
  }

  return {
    send,
    count,
    failure: failure?.text,
    refusedStep: failure?.step,
    emailTaken: failure?.fields['email'] !== undefined,
    accountRefusals: failure && { texts: failure.fields, sent: failure.sent.account },
    personalRefusals: failure && { texts: failure.fields, sent: failure.sent.personal },
  }
}

/** The call answers with a text; what throws is a part of the app that did not load. */
async function attemptToSend(
  type: NonNullable<RegistrationValues['type']>,
  values: RegistrationValues,
  national: string,
): Promise<RegisterAttempt> {
  try {
    const { sendRegistration } = await import('./register-call.ts')
    return await sendRegistration(type, values, national)
  } catch {
    const text = m.register_failed({ message: m.register_unreachable() })
    return { status: 'failed', text, fields: {} }
  }
}

/** What the server said about fields, together with what they held then. */
export interface Refusals<Fields> {
  readonly texts: Readonly<Partial<Record<keyof Fields & string, string>>>
  readonly sent: Fields
}

/** The server's text about a field, for as long as the field still holds what was refused. */
export function refusalOf<Fields, Name extends keyof Fields & string>(
  refusals: Refusals<Fields> | undefined,
  name: Name,
  value: Fields[Name],
): string | undefined {
  return refusals && Object.is(refusals.sent[name], value) ? refusals.texts[name] : undefined
}

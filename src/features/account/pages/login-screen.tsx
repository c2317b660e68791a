import { Link, useRouter } from '@tanstack/react-router'
import { useState, type FormEvent, useEffect, useRef } from 'react'
import * as v from 'valibot'
import {
  type LoginReply,
  type LoginRequest,
  loginRequestSchema,
} from '#contract/account/credentials.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { useOnline } from '#src/lib/online.ts'
import { destination } from '#src/session/destinations.ts'
import { logIn } from '#src/session/log-in.ts'
import { type LoginReason, type LoginSearch, useSession } from '#src/session/session.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { LanguageSwitch } from '#src/ui/choice/language-switch.tsx'
import { Face } from '#src/ui/companion/face.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { EmailInput, PasswordInput, TextInput } from '#src/ui/field/text-input.tsx'
import { Banner, FailureBanner } from '#src/ui/message/banner.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { deleteLoginEmail, saveLoginEmail, readLoginEmail } from '../login/login-email.ts'
import loginFormStyles from '../login/login-form.module.css'
import styles from './login-screen.module.css'

const reasons: Record<LoginReason, () => string> = {
  login: m.account_login_reason_login,
  role: m.account_login_reason_role,
  expired: m.account_login_reason_expired,
}

/** Long enough to read 'Welcome back', in milliseconds. */
const successShownMs = 900

/** The login: says why it is shown, and leads on to where the person wanted to go. */
export function LoginScreen({ redirect, reason }: LoginSearch) {
  const router = useRouter()
  const [done, setDone] = useState(false)

  async function enter(reply: LoginReply) {
    const { href } = router.latestLocation
    await logIn(reply)
    setDone(true)
    const target = redirect ?? '/dashboard'
    await Promise.all([
      router.preloadRoute({ to: target }).catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, successShownMs)),
    ])
    // The navigation has a member's pages by now: whoever is on the way to one of them goes on.
    if (router.latestLocation.href !== href) return
    await router.navigate({ href: target, replace: true })
  }

  return (
    <div className={styles.screen}>
      {!done && <PageHeader title={m.account_login_title()} text={m.account_login_text()} />}
      {!done && reason && <Banner tone="info">{reasons[reason]()}</Banner>}
      {!done && reason === 'role' && <OtherWay />}
      <Card>{done ? <LoginSuccess /> : <LoginForm onLoggedIn={enter} />}</Card>
      {!done && (
        <Link className={buttonClass({ look: 'quiet' })} to={destination('register').href}>
          {m.account_login_register()}
        </Link>
      )}
      <LanguageSwitch />
    </div>
  )
}

/** Somebody logged in asked for a page of another role: their own pages are one tap away. */
function OtherWay() {
  const session = useSession()
  if (!session) return null
  return (
    <div className={styles.other}>
      <span>{m.account_login_as({ name: session.user.firstname })}</span>
      <Link className={buttonClass({ look: 'secondary' })} to="/dashboard">
        {m.shell_go_dashboard()}
      </Link>
    </div>
  )
}

/** Spec 2: what a login that worked shows before it leads on. */
function LoginSuccess() {
  return (
    <output className={styles.success}>
      <span className={styles.emoji} aria-hidden="true">
        <Face emoji="👋" />
      </span>
      <p className={styles.title}>{m.account_login_success()}</p>
      <p>{m.account_login_welcome()}</p>
    </output>
  )
}

export interface LoginFormProps {
  /** Opens the session that the server answered with; the form stays busy until it has. */
  onLoggedIn: (reply: LoginReply) => Promise<void>
}

/**
 * E-mail and password. What was typed survives an error, a lost connection and, but for the password, a reload.
 * The browser holds the two fields: this first screen does without the form library of the others.
 */
function LoginForm({ onLoggedIn }: LoginFormProps) {
  const online = useOnline()
  const [failure, setFailure] = useState<string>()
  const [errors, setErrors] = useState<LoginErrors>({})
  const [busy, setBusy] = useState(false)
  const [typed, setTyped] = useState(false)
  /** The account whose password was right, and what the server asks for besides. */
  const [second, setSecond] = useState<{ email: string; text: string }>()
  useDirtyForm(typed)

  async function logIn(body: LoginRequest, form: HTMLFormElement) {
    setFailure(undefined)
    setBusy(true)
    try {
      const { requestLogin } = await loadCall()
      const attempt = await requestLogin(body)
      if (attempt.status === 'failed') return setFailure(attempt.text)
      if (attempt.status === 'code') {
        setSecond({ email: body.email, text: attempt.text })
        setErrors(attempt.wrong ? { code: attempt.text } : {})
        return focusFirst(form, { code: attempt.text })
      }
      deleteLoginEmail()
      await onLoggedIn(attempt.reply)
    } catch {
      // The login itself answers with a text; what throws is a part that did not load or a device that stores nothing.
      setFailure(m.account_login_failed({ message: m.account_login_unreachable() }))
    } finally {
      setBusy(false)
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const checked = checkLogin(typedInto(form))
    if ('body' in checked) return void logIn(checked.body, form)
    setErrors(checked.errors)
    focusFirst(form, checked.errors)
  }

  /** A mistake that is shown goes as soon as it is corrected. */
  function follow(event: FormEvent<HTMLFormElement>) {
    const values = typedInto(event.currentTarget)
    saveLoginEmail(values.email)
    setTyped(true)
    if (second && values.email.trim() !== second.email) setSecond(undefined)
    if (Object.keys(errors).length === 0) return
    const checked = checkLogin(values)
    setErrors('errors' in checked ? checked.errors : {})
  }

  return (
    <form className={loginFormStyles.form} noValidate onSubmit={submit} onChange={follow}>
      <FailureBanner text={failure} />
      {!online && !failure && <Banner tone="offline">{m.account_login_offline()}</Banner>}
      <Field label={m.account_login_email()} error={errors.email} required>
        <EmailInput
          name="email"
          defaultValue={readLoginEmail()}
          onFocus={prefetchCall}
          autoComplete="username"
        />
      </Field>
      <Field label={m.account_login_password()} error={errors.password} required>
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>
      {second && <LoginCodeField text={second.text} error={errors.code} />}
      <div className={loginFormStyles.forgot}>
        <Link to="/forgot-password" search>
          {m.account_login_forgot()}
        </Link>
      </div>
      <Button type="submit" size="large" wide busy={busy}>
        {m.account_login_submit()}
      </Button>
    </form>
  )
}

/** The code that talks to the server is needed only once the person types: the first paint does without it. */
function loadCall() {
  return import('../login/front-door-calls.ts')
}

function prefetchCall() {
  void loadCall().catch(() => undefined)
}

function typedInto(form: HTMLFormElement): LoginRequest {
  const fields = new FormData(form)
  const code = fields.get('code')
  return {
    email: text(fields.get('email')),
    password: text(fields.get('password')),
    ...(code === null ? {} : { code: text(code) }),
  }
}

function text(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : ''
}

function focusFirst(form: HTMLFormElement, errors: LoginErrors): void {
  const name = (['email', 'password', 'code'] as const).find((field) => errors[field])
  form.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.focus()
}

interface LoginCodeFieldProps {
  /** What the server asks for. */
  text: string
  error: string | undefined
}

/** The second step of a login: the code of an app, or a recovery code, in the same field of the form. */
function LoginCodeField({ text, error }: LoginCodeFieldProps) {
  const [kind, setKind] = useState<CodeKind>('app')
  return (
    <>
      {!error && (
        <Banner tone="info" announced>
          {text}
        </Banner>
      )}
      <CodeInput key={kind} kind={kind} error={error} />
      <Button look="quiet" onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}>
        {kind === 'app' ? m.account_login_code_recovery() : m.account_login_code_app()}
      </Button>
    </>
  )
}

type CodeKind = 'app' | 'recovery'

function CodeInput({ kind, error }: { kind: CodeKind; error: string | undefined }) {
  const input = useRef<HTMLInputElement>(null)
  // An effect because the focus goes to a field that is only there once it is asked for.
  useEffect(() => input.current?.focus(), [])
  return (
    <Field
      label={kind === 'app' ? m.account_login_code() : m.account_login_recovery_code()}
      error={error}
      required
    >
      <TextInput
        ref={input}
        name="code"
        inputMode={kind === 'app' ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Field>
  )
}

/** The text under each field that holds a mistake. */
type LoginErrors = { [Field in keyof LoginRequest]?: string }

/** What the form holds as a request, or the first mistake of each field by the contract's rules. */
export function checkLogin(typed: LoginRequest): { body: LoginRequest } | { errors: LoginErrors } {
  const parsed = v.safeParse(loginRequestSchema, typed)
  if (parsed.success) return { body: parsed.output }
  const { nested = {} } = v.flatten<typeof loginRequestSchema>(parsed.issues)
  const errors: LoginErrors = {}
  if (nested.email) errors.email = nested.email[0]
  if (nested.password) errors.password = nested.password[0]
  if (nested.code) errors.code = nested.code[0]
  return { errors }
}

import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState, type SyntheticEvent } from 'react'
import * as v from 'valibot'
import { emailSchema } from '#contract/account/credentials.ts'
import { payTokenSchema, type Payable } from '#contract/payment-requests/api.ts'
import { vatPercent } from '#contract/pricing/money.ts'
import {
  isCheckoutAddress,
  useLeave,
  useLeavingBusy,
} from '#src/features/payments/payment-parts.tsx'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatMoney } from '#src/i18n/speech.ts'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { useOnline } from '#src/lib/online.ts'
import { failureText, isApiProblem } from '#src/offline/api/api-error.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody } from '#src/ui/card/card.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { EmailInput } from '#src/ui/field/text-input.tsx'
import { Banner, FailureBanner } from '#src/ui/message/banner.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { Skeleton } from '#src/ui/state/loading.tsx'
import { ErrorState, OfflineState, StateMessage } from '#src/ui/state/state-message.tsx'
import { endGuestSandbox, payAsGuest, readPayable } from '../requests-data.ts'
import styles from '../payment-requests.module.css'

/** What stands behind `/pay/`: a link, a checkout of the sandbox, or where a checkout leads back to. */
export function PayPage({ token }: { token: string }) {
  return (
    <div className={styles.screen}>
      {/* The worker's copy of the page came without the server's headers. */}
      <meta name="referrer" content="no-referrer" />
      <meta name="robots" content="noindex" />
      <PageHeader title={m.pay_title()} />
      <Place token={token} />
    </div>
  )
}

function Place({ token: given }: { token: string }) {
  // Marks of direction and punctuation that a chat took for a part of the link.
  const token = given.replace(/[^\w-]+$/, '')
  if (token === 'thanks') return <Ended title={m.pay_thanks()} text={m.pay_thanks_text()} />
  if (token === 'cancelled') {
    return <Ended title={m.payments_cancel_title()} text={m.pay_cancelled_text()} />
  }
  if (token.startsWith('sandbox_')) return <GuestSandbox sessionId={token} />
  return v.is(payTokenSchema, token) ? <PayLink token={token} /> : <Gone />
}

function Gone() {
  return <Ended title={m.pay_gone()} text={m.pay_gone_text()} />
}

function Ended({ title, text }: { title: string; text: string }) {
  return <StateMessage emoji="🍃" tint="peach" title={title} text={text} announced="politely" />
}

type Reading = Payable | 'gone' | 'changed' | { readonly error: unknown }

function PayLink({ token }: { token: string }) {
  const [round, setRound] = useState(0)
  return <OpenedLink key={round} token={token} onRetry={() => setRound(round + 1)} />
}

function OpenedLink({ token, onRetry }: { token: string; onRetry: () => void }) {
  const online = useOnline()
  const [reading, setReading] = useState<Reading>()

  // An effect because nobody is signed in: no resource of a person's database holds what a link says.
  useEffect(() => {
    let over = false
    readPayable(token).then(
      (found) => !over && setReading(found),
      (error: unknown) => !over && setReading({ error }),
    )
    return () => {
      over = true
    }
  }, [token])

  if (reading === undefined) return <Skeleton shape="card" count={2} />
  if (reading === 'gone') return <Gone />
  if (reading === 'changed') return <Ended title={m.pay_changed()} text={m.pay_changed_text()} />
  if ('error' in reading) {
    if (!online) return <OfflineState text={m.payments_needs_connection()} />
    return <ErrorState title={failureText(reading.error, m.pay_failed())} onRetry={onRetry} />
  }
  return <PayForm token={token} payable={reading} onEnd={setReading} />
}

interface PayFormProps {
  token: string
  payable: Payable
  onEnd: (ended: 'gone' | 'changed') => void
}

/** Where it is paid. Rejects as the call does. */
async function checkoutOf(token: string, email: string): Promise<string> {
  const address = await payAsGuest(token, email)
  if (!isCheckoutAddress(address)) throw new Error('No address to pay at')
  return address
}

function PayForm({ token, payable, onEnd }: PayFormProps) {
  const online = useOnline()
  const [email, setEmail] = useState('')
  const [adult, setAdult] = useState(false)
  const [tried, setTried] = useState(false)
  const leave = useLeave()
  const [busy, setBusy] = useLeavingBusy()
  const [failure, setFailure] = useState<string>()
  const rightEmail = v.is(emailSchema, email)
  useDirtyForm(email !== '')

  async function pay(event: SyntheticEvent) {
    event.preventDefault()
    setTried(true)
    if (!rightEmail || !adult || !online) return
    setBusy(true)
    setFailure(undefined)
    try {
      await leave(() => checkoutOf(token, email))
    } catch (error) {
      const code = isApiProblem(error) ? error.problem.code : undefined
      if (code === 'not_found') onEnd('gone')
      else if (code === 'plan_retired') onEnd('changed')
      else setFailure(failureText(error, m.payments_checkout_failed()))
    }
    setBusy(false)
  }

  const total = formatMoney(payable.finalPriceMinor, payable.currency)
  return (
    <form className={styles.part} noValidate onSubmit={(event) => void pay(event)}>
      <Card>
        <CardBody className={styles.part}>
          <PayableFacts payable={payable} />
        </CardBody>
      </Card>
      <Card>
        <CardBody className={styles.part}>
          <p>{m.pay_trust()}</p>
          <Field
            label={m.pay_email()}
            hint={m.pay_privacy()}
            error={tried && !rightEmail ? 'Invalid email format' : undefined}
            required
          >
            <EmailInput dir="ltr" value={email} onChange={({ target }) => setEmail(target.value)} />
          </Field>
          <Checkbox
            label={m.pay_adult()}
            checked={adult}
            required
            error={tried && !adult ? 'Only adults can pay' : undefined}
            onChange={({ target }) => setAdult(target.checked)}
          />
          {!online && (
            <Banner tone="offline" announced>
              {m.payments_needs_connection()}
            </Banner>
          )}
          <FailureBanner text={failure} />
          <Button type="submit" wide busy={busy} aria-disabled={!online}>
            {m.pay_pay({ total })}
          </Button>
        </CardBody>
      </Card>
    </form>
  )
}

function PayableFacts({ payable }: { payable: Payable }) {
  const { asker, provider, specialty, currency, priceMinor, finalPriceMinor } = payable
  const money = (minor: number) => formatMoney(minor, currency)
  const name = asker.initial === '' ? asker.firstname : `${asker.firstname}\u00a0${asker.initial}.`
  return (
    <>
      <h2>{m.pay_asks({ name })}</h2>
      <dl className={styles.facts}>
        <Fact name={m.payments_sessions()} value={m.pay_sessions({ count: payable.sessions })} />
        <Fact name={m.pay_length()} value={m.payments_minutes({ count: payable.duration })} />
        {provider && (
          <Fact name={m.pay_provider()} value={`${provider.firstname} ${provider.lastname}`} />
        )}
        {specialty !== null && <Fact name={m.pay_specialty()} value={term(specialty)} />}
        <Fact name={m.payments_net()} value={money(priceMinor)} />
        <Fact
          name={m.payments_vat({ percent: vatPercent })}
          value={money(finalPriceMinor - priceMinor)}
        />
        <Fact name={m.payments_receipt_total()} value={money(finalPriceMinor)} total />
      </dl>
      <p className={styles.muted}>{m.pay_refund({ hours: payable.changeNoticeHours })}</p>
    </>
  )
}

function Fact({ name, value, total = false }: { name: string; value: string; total?: boolean }) {
  return (
    <div className={total ? styles.total : undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** The built-in checkout of a server without keys, for somebody without an account. */
function GuestSandbox({ sessionId }: { sessionId: string }) {
  const navigate = useNavigate()
  const [ending, setEnding] = useState<'paid' | 'cancelled'>()
  const [failure, setFailure] = useState<unknown>()
  const gone = isApiProblem(failure) && failure.problem.code === 'not_found'
  if (gone) return <Gone />

  async function end(outcome: 'paid' | 'cancelled') {
    if (ending) return
    setEnding(outcome)
    try {
      const { paid } = await endGuestSandbox(sessionId, outcome)
      const token = paid ? 'thanks' : 'cancelled'
      await navigate({ to: '/pay/$token', params: { token }, replace: true })
    } catch (error) {
      setFailure(error)
      setEnding(undefined)
    }
  }

  return (
    <Card>
      <CardBody className={styles.part}>
        <Banner tone="warn">{m.payments_sandbox_mark()}</Banner>
        {failure !== undefined && (
          <FailureBanner text={failureText(failure, m.payments_sandbox_failed())} />
        )}
        <div className={styles.actions}>
          <Button busy={ending === 'paid'} onClick={() => void end('paid')}>
            {m.pay_sandbox()}
          </Button>
          <Button
            look="secondary"
            busy={ending === 'cancelled'}
            onClick={() => void end('cancelled')}
          >
            {m.payments_sandbox_cancel()}
          </Button>
        </div>
      </CardBody>
    </Card>
  )
}

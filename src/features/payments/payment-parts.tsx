import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type Payment, type PaymentStatus, paymentsApi } from '#contract/payments/api.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatMoney, joinWords } from '#src/i18n/speech.ts'
import { formatDate } from '#src/lib/dates.ts'
import { isApiProblem, serverWords } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { AlertPopup } from '#src/ui/dialog/alert-popup.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { ErrorState } from '#src/ui/state/state-message.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './payments.module.css'

/** A purchase: what, from whom, its status, what is left of it, and its receipt. */
export function PaymentFacts({ payment, level = 3 }: { payment: Payment; level?: 2 | 3 }) {
  const Heading = `h${level}` as const
  const { text, tone } = statusLabel(payment)
  const paid = payment.receipt !== null
  const sessions = { used: payment.sessionsUsed, left: payment.sessionsLeft }
  // With a provider who is gone or closed out, what is left can be booked no more.
  const lost = payment.serviceProviderId === null && payment.sessionsLeft > 0
  const money = (minor: number) => formatMoney(minor, payment.currency)
  return (
    <div className={styles.payment}>
      <div className={styles.head}>
        <div className={styles.words}>
          <Heading className={styles.title}>{purchaseLabel(payment)}</Heading>
          <p className={styles.muted}>{purchaseDetail(payment.metadata)}</p>
        </div>
        <div className={styles.tags}>
          <Tag tone={tone}>{text}</Tag>
          {payment.payer === 'guest' && <Tag icon="heart">{m.payments_by_other()}</Tag>}
          {payment.sandbox && <Tag icon="info">{m.payments_sandbox()}</Tag>}
        </div>
      </div>
      <dl className={styles.facts}>
        <Fact name={m.payments_date()} value={formatDate(payment.paidAt ?? payment.createdAt)} />
        <Fact name={m.payments_amount()} value={money(payment.amountMinor)} />
        {paid && (
          <Fact
            name={m.payments_sessions()}
            value={lost ? m.payments_used_lost(sessions) : m.payments_used(sessions)}
          />
        )}
        {payment.refundedMinor > 0 && (
          <Fact name={m.payments_refunded()} value={money(payment.refundedMinor)} />
        )}
      </dl>
      {lost && payment.status === 'paid' && payment.refundedMinor === 0 && (
        <p className={styles.muted}>{m.payments_lost()}</p>
      )}
      {payment.receipt && <Receipt receipt={payment.receipt} payment={payment} />}
    </div>
  )
}

interface ReceiptProps {
  receipt: NonNullable<Payment['receipt']>
  payment: Payment
}

function Receipt({ receipt, payment: { amountMinor, currency } }: ReceiptProps) {
  const { number, netMinor, vatMinor, vatPercent } = receipt
  return (
    <details className={styles.receipt}>
      <summary>{m.payments_receipt()}</summary>
      <dl className={styles.facts}>
        <Fact name={m.payments_receipt_number()} value={number} />
        <Fact name={m.payments_net()} value={formatMoney(netMinor, currency)} />
        <Fact
          name={m.payments_vat({ percent: vatPercent })}
          value={formatMoney(vatMinor, currency)}
        />
        <Fact name={m.payments_receipt_total()} value={formatMoney(amountMinor, currency)} />
      </dl>
    </details>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

interface StatusLabel {
  readonly text: string
  readonly tone: 'plain' | 'info' | 'warn' | 'success' | 'danger'
}

const statuses: Record<PaymentStatus, () => StatusLabel> = {
  pending: () => ({ text: m.payments_status_pending(), tone: 'warn' }),
  paid: () => ({ text: m.payments_status_paid(), tone: 'success' }),
  failed: () => ({ text: m.payments_status_failed(), tone: 'danger' }),
  expired: () => ({ text: m.payments_status_expired(), tone: 'plain' }),
  refunded: () => ({ text: m.payments_status_refunded(), tone: 'info' }),
  review: () => ({ text: m.payments_status_review(), tone: 'warn' }),
  disputed: () => ({ text: m.payments_status_disputed(), tone: 'warn' }),
}

/** The status of a purchase as its tag says it. */
export function statusLabel({ status, refundedMinor }: StatusFacts): StatusLabel {
  if (status === 'paid' && refundedMinor > 0) {
    return { text: m.payments_status_partly(), tone: 'info' }
  }
  return statuses[status]()
}

type StatusFacts = Pick<Payment, 'status' | 'refundedMinor'>

/** What was bought: "Bundle of 4 sessions with Sofia Haddad". */
export function purchaseLabel({ metadata, provider }: Pick<Payment, 'metadata' | 'provider'>) {
  const { type, sessions } = metadata
  const what =
    type === 'single' ? m.payments_plan_single() : m.payments_plan_bundle({ count: sessions })
  const whom = provider
    ? m.payments_with({ name: `${provider.firstname} ${provider.lastname}` })
    : m.payments_gone()
  return `${what} ${whom}`
}

/** "60 minutes each, weekly". */
function purchaseDetail({ type, duration, frequency }: Payment['metadata']): string {
  const minutes = m.payments_minutes({ count: duration })
  return type === 'bundle' && frequency !== '' ? joinWords([minutes, frequency]) : minutes
}

/** The way to all of one's payments. */
export function ToPayments() {
  return (
    <Link className={buttonClass({ look: 'secondary' })} to="/payment">
      {m.payments_mine()}
    </Link>
  )
}

export function ToProviders({ main = false }: { main?: boolean }) {
  return (
    <Link className={buttonClass({ look: main ? 'primary' : 'secondary' })} to="/service-providers">
      {m.payments_to_providers()}
    </Link>
  )
}

/** Spec 5: an address without a purchase of one's own. */
export function InvalidPayment() {
  return (
    <ErrorState
      title={m.payments_invalid()}
      text={m.payments_invalid_text()}
      action={<ToPayments />}
    />
  )
}

interface BuyButtonProps {
  /** Which plan, for those who do not see where the button is. */
  planTitle: string
  /** Gives the address where it is paid. */
  begin: () => Promise<string>
  /** Once somebody has read that the plan is on sale no longer. */
  onRetired?: () => void
}

/** Spec 4: Buy Now is busy while the browser leaves for the checkout; on failure an alert is shown and it can be pressed again. */
export function BuyButton({ planTitle, begin, onRetired }: BuyButtonProps) {
  const leave = useLeave()
  const [busy, setBusy] = useLeavingBusy()
  const [failure, setFailure] = useState<string>()
  const [retired, setRetired] = useState(false)

  async function buy() {
    setBusy(true)
    setFailure(undefined)
    try {
      await leave(begin)
    } catch (error) {
      setRetired(isRetired(error))
      setFailure(navigator.onLine ? checkoutFailure(error) : m.payments_checkout_offline())
    }
    setBusy(false)
  }

  return (
    <>
      <Button look="secondary" wide busy={busy} onClick={() => void buy()}>
        {m.payments_buy()} <VisuallyHidden>{planTitle}</VisuallyHidden>
      </Button>
      <AlertPopup
        text={failure}
        onClose={() => {
          setFailure(undefined)
          if (retired) onRetired?.()
        }}
      />
    </>
  )
}

/** The plan is on sale no longer: what is on screen is old. */
export function isRetired(error: unknown): boolean {
  return isApiProblem(error) && error.problem.code === 'plan_retired'
}

/** A page that is still there so long after it led elsewhere was not left: by Stop, or under a sheet of the browser. */
const leavingMs = 10_000

/** Asks for an address and goes there, unless the person went on to another page meanwhile. Resolves where this page is not left, or is brought back. */
export function useLeave(): (ask: () => Promise<string>) => Promise<void> {
  const { history } = useRouter()
  return async (ask) => {
    const { href } = history.location
    const address = await ask()
    if (history.location.href !== href) return
    window.location.assign(address)
    await new Promise((resolve) => {
      setTimeout(resolve, leavingMs)
      // Whoever comes back by the browser's own Back may press again before the time is over.
      window.addEventListener('pageshow', resolve, { once: true })
    })
  }
}

/** Whether a button is busy that leads off the page: it rests again when the browser brings the page back. */
export function useLeavingBusy(): [busy: boolean, setBusy: (busy: boolean) => void] {
  const [busy, setBusy] = useState(false)
  // An effect because a page that the browser's own Back brings back still has the button as it was left.
  useEffect(() => {
    const rest = (event: PageTransitionEvent) => event.persisted && setBusy(false)
    window.addEventListener('pageshow', rest)
    return () => window.removeEventListener('pageshow', rest)
  }, [])
  return [busy, setBusy]
}

/** What is bought from whom; the price is the server's. */
interface Purchase {
  readonly serviceProviderId: string
  readonly pricingPlanId: string
}

/** The server gave no address that a browser may go to. */
class CheckoutAddressError extends Error {
  override readonly name = 'CheckoutAddressError'
}

/** Begins to buy and gives the address where it is paid. Rejects as the call does. */
export async function beginCheckout(db: UserDatabase, purchase: Purchase): Promise<string> {
  const call = paymentsApi.createCheckoutSession
  const { checkoutUrl } = await asMember(db, (token) =>
    callApi(call, { body: { ...purchase } }, { token }),
  )
  if (!isCheckoutAddress(checkoutUrl)) throw new CheckoutAddressError('No address to pay at')
  return checkoutUrl
}

/**
 * True for an address that a checkout may be at: a page of our own or of whoever takes the money. Nothing that the
 * browser would run.
 */
export function isCheckoutAddress(address: string): boolean {
  if (/^\/(?![/\\])/.test(address)) return true
  return URL.canParse(address) && ['https:', 'http:'].includes(new URL(address).protocol)
}

/** Spec 8: why a checkout did not begin; the server's own message goes first. */
function checkoutFailure(error: unknown): string {
  if (error instanceof CheckoutAddressError) return m.payments_checkout_unusable()
  return serverWords(error) ?? m.payments_checkout_failed()
}

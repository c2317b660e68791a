import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Payment } from '#contract/payments/api.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useRemote } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatMoney } from '#src/i18n/speech.ts'
import { useOnline } from '#src/lib/online.ts'
import { serverWords } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { AlertPopup } from '#src/ui/dialog/alert-popup.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { endSandbox, paymentRemote, type SandboxOutcome } from '../payment-data.ts'
import { PaymentFacts, InvalidPayment } from '../payment-parts.tsx'
import styles from '../payments.module.css'

export interface SandboxPageProps {
  db: UserDatabase
  sessionId: string
}

/** The built-in checkout of a server without keys, marked so that it is not taken for a bank's page. */
export function SandboxPage({ db, sessionId }: SandboxPageProps) {
  const navigate = useNavigate()
  const payment = useRemote(db, paymentRemote, sessionId)

  async function end(outcome: SandboxOutcome) {
    const ended = await endSandbox(db, sessionId, outcome)
    if (outcome === 'cancelled' && ended.status !== 'paid') {
      await navigate({ to: '/payment/cancel', replace: true })
      return
    }
    const search = { session_id: sessionId }
    await navigate({ to: '/payment/success', search, replace: true })
  }

  return (
    <div className={styles.narrow}>
      <PageHeader title={m.payments_sandbox_title()} />
      <Banner tone="warn">{m.payments_sandbox_mark()}</Banner>
      {payment.data === undefined ? (
        <ResourceMissing
          of={payment}
          skeleton={{ shape: 'card', count: 2 }}
          failed={m.payments_failed()}
          offline={m.payments_offline()}
        />
      ) : payment.data === 'missing' || !payment.data.sandbox ? (
        <InvalidPayment />
      ) : payment.data.status === 'pending' ? (
        <SandboxCheckout payment={payment.data} onEnd={end} />
      ) : (
        <Ended payment={payment.data} sessionId={sessionId} />
      )}
    </div>
  )
}

function Ended({ payment, sessionId }: { payment: Payment; sessionId: string }) {
  return (
    <Card className={styles.payment}>
      <p>{m.payments_sandbox_ended()}</p>
      <PaymentFacts payment={payment} level={2} />
      <div className={styles.actions}>
        <Link
          className={buttonClass()}
          to="/payment/success"
          search={{ session_id: sessionId }}
          replace
        >
          {m.payments_sandbox_see()}
        </Link>
      </div>
    </Card>
  )
}

interface SandboxCheckoutProps {
  payment: Payment
  /** Rejects where the server refused or did not answer. */
  onEnd: (outcome: SandboxOutcome) => Promise<void>
}

/** What a bank's page would be: what is bought for how much, and the two ways out of it. */
function SandboxCheckout({ payment, onEnd }: SandboxCheckoutProps) {
  const online = useOnline()
  const [ending, setEnding] = useState<SandboxOutcome>()
  const [failure, setFailure] = useState<string>()
  const total = formatMoney(payment.amountMinor, payment.currency)

  async function end(outcome: SandboxOutcome) {
    if (ending) return
    setEnding(outcome)
    try {
      await onEnd(outcome)
    } catch (error) {
      setFailure(serverWords(error) ?? m.payments_sandbox_failed())
    } finally {
      setEnding(undefined)
    }
  }

  return (
    <Card className={styles.payment}>
      <PaymentFacts payment={payment} level={2} />
      {!online && (
        <Banner tone="offline" announced>
          {m.payments_needs_connection()}
        </Banner>
      )}
      <div className={styles.actions}>
        <Button busy={ending === 'paid'} onClick={() => void end('paid')}>
          {m.payments_sandbox_pay({ total })}
        </Button>
        <Button
          look="secondary"
          busy={ending === 'cancelled'}
          onClick={() => void end('cancelled')}
        >
          {m.payments_sandbox_cancel()}
        </Button>
      </div>
      <AlertPopup text={failure} onClose={() => setFailure(undefined)} />
    </Card>
  )
}

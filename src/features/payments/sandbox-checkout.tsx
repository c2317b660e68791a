import { useState } from 'react'
import type { Payment } from '#contract/payments/model.ts'
import { moneyText } from '#contract/pricing/money.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { serverWords } from '#src/offline/api/api-error.ts'
import { AlertPopup } from '#src/ui/dialog/alert-popup.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { PaymentFacts } from './payment-facts.tsx'
import styles from './payments.module.css'

export type SandboxOutcome = 'paid' | 'cancelled'

export interface SandboxCheckoutProps {
  payment: Payment
  /** Tells the server; rejects where it refused or did not answer. */
  onEnd: (outcome: SandboxOutcome) => Promise<void>
}

/** What a bank's page would be: what is bought for how much, and the two ways out of it. */
export function SandboxCheckout({ payment, onEnd }: SandboxCheckoutProps) {
  const online = useOnline()
  const [ending, setEnding] = useState<SandboxOutcome>()
  const [failure, setFailure] = useState<string>()
  const total = moneyText(payment.amountMinor, payment.currency)

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

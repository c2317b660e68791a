import { useState } from 'react'
import type { PricedProvider } from '#contract/pricing/api.ts'
import type { Pricing } from '#contract/pricing/model.ts'
import { savePricing } from './pricing-admin-calls.ts'
import styles from './pricing-form.module.css'
import { PricingForm } from './pricing-form.tsx'
import { providerName } from './provider-picker.tsx'
import { fetchPricing } from '../pricing-calls.ts'
import { PricingNotYet } from '../pricing-not-yet.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { useRefresh } from '#src/data/use-refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { asMember } from '#src/session/as-member.ts'

export interface PricingEditorProps {
  db: UserDatabase
  provider: PricedProvider
  onLeave: () => void
}

/** The prices of the provider that was chosen; asks before what was not saved is left. */
export function PricingEditor({ db, provider, onLeave }: PricingEditorProps) {
  const { _id: serviceProviderId } = provider
  const name = providerName(provider)
  const [pricing, setPricing] = useState<Pricing>()
  const [dirty, setDirty] = useState(false)
  const [asking, setAsking] = useState(false)
  const { refresh, again } = useRefresh(async () => {
    const fetched = await asMember(db, (token) => fetchPricing(token, serviceProviderId))
    // What is being edited is not changed under somebody's hands.
    setPricing((known) => known ?? fetched)
  })
  return (
    <Card>
      <CardHeader title={m.pricing_form({ name })} subtitle={provider.specialization} />
      <CardBody className={styles.form}>
        <div className={styles.actions}>
          <Button
            look="secondary"
            size="small"
            onClick={() => (dirty ? setAsking(true) : onLeave())}
          >
            {m.pricing_another()}
          </Button>
        </div>
        {pricing ? (
          <PricingForm
            name={name}
            pricing={pricing}
            onDirty={setDirty}
            onSave={(currency, pricingPlans) =>
              asMember(db, (token) =>
                savePricing(token, { serviceProviderId, currency, pricingPlans }),
              )
            }
          />
        ) : (
          <PricingNotYet refresh={refresh} onRetry={again} />
        )}
      </CardBody>
      {asking && <AskLeave name={name} onLeave={onLeave} onStay={() => setAsking(false)} />}
    </Card>
  )
}

interface AskLeaveProps {
  name: string
  onLeave: () => void
  onStay: () => void
}

function AskLeave({ name, onLeave, onStay }: AskLeaveProps) {
  return (
    <Dialog
      open
      onClose={onStay}
      title={m.pricing_leave_title()}
      description={m.pricing_leave_text({ name })}
      actions={
        <>
          <Button look="danger" onClick={onLeave}>
            {m.pricing_leave()}
          </Button>
          <Button look="secondary" onClick={onStay}>
            {m.pricing_stay()}
          </Button>
        </>
      }
    />
  )
}

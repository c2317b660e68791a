import { useState } from 'react'
import type { PricedProvider } from '#contract/pricing/api.ts'
import { editedPricingRemote, savePricing } from './pricing-admin-data.ts'
import styles from './pricing-form.module.css'
import { PricingForm } from './pricing-form.tsx'
import { providerName } from './provider-picker.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useRemote } from '#src/data/resource.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'

export interface PricingEditorProps {
  db: UserDatabase
  provider: PricedProvider
  onLeave: () => void
}

/** The prices of the provider that was chosen; asks before what was not saved is left. */
export function PricingEditor({ db, provider, onLeave }: PricingEditorProps) {
  const { _id: serviceProviderId } = provider
  const name = providerName(provider)
  const pricing = useRemote(db, editedPricingRemote, serviceProviderId)
  const [dirty, setDirty] = useState(false)
  const [leaving, setLeaving] = useState(false)
  return (
    <Card>
      <CardHeader title={m.pricing_form({ name })} subtitle={provider.specialization} />
      <CardBody className={styles.form}>
        <div className={styles.actions}>
          <Button
            look="secondary"
            size="small"
            onClick={() => (dirty ? setLeaving(true) : onLeave())}
          >
            {m.pricing_another()}
          </Button>
        </div>
        {pricing.data ? (
          <PricingForm
            name={name}
            pricing={pricing.data}
            onDirty={setDirty}
            onSave={(currency, pricingPlans) =>
              savePricing(db, { serviceProviderId, currency, pricingPlans })
            }
          />
        ) : (
          <ResourceMissing
            of={pricing}
            compact
            failed={m.pricing_failed()}
            offline={m.pricing_offline()}
          />
        )}
      </CardBody>
      {leaving && <LeaveDialog name={name} onLeave={onLeave} onStay={() => setLeaving(false)} />}
    </Card>
  )
}

interface LeaveDialogProps {
  name: string
  onLeave: () => void
  onStay: () => void
}

function LeaveDialog({ name, onLeave, onStay }: LeaveDialogProps) {
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

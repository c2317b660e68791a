import { useRef, useState } from 'react'
import { plansMax, type Pricing } from '#contract/pricing/api.ts'
import { currencies, type Currency } from '#contract/pricing/money.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { useOnline } from '#src/lib/online.ts'
import { serverWords } from '#src/offline/api/api-error.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { Select } from '#src/ui/field/inputs.tsx'
import { Banner, FailureBanner } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import {
  draftOf,
  newDraft,
  readDrafts,
  type DraftProblems,
  type PlanBody,
  PlanFields,
} from './plan-fields.tsx'
import styles from './pricing-form.module.css'

export interface PricingFormProps {
  name: string
  pricing: Pricing
  /** `seen`: the ids of what was on sale when these were filled in. */
  onSave: (currency: Currency, plans: PlanBody[], seen: string[]) => Promise<SavedPricing>
  onDirty: (dirty: boolean) => void
}

/** What is on sale after a save; `changed`: plans that were not those in the form, and nothing was saved. */
export interface SavedPricing {
  readonly outcome: 'saved' | 'changed'
  readonly pricing: Pricing
}

const currencyNames = { USD: m.pricing_currency_usd, EGP: m.pricing_currency_egp }

/**
 * Spec 2: the pricing form of one provider. What is not saved stays, whatever the server says, unless it was a change of
 * plans that are no longer on sale.
 */
export function PricingForm({ name, pricing, onSave, onDirty }: PricingFormProps) {
  const online = useOnline()
  const [onSale, setOnSale] = useState(pricing)
  const [edited, setEdited] = useState<Edited>()
  const newest = useRef<Edited>(undefined)
  const [problems, setProblems] = useState<readonly DraftProblems[]>([])
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { currency, drafts } = edited ?? asEdited(onSale)
  useDirtyForm(edited !== undefined)

  function showEdited(next: Edited | undefined) {
    newest.current = next
    setEdited(next)
    onDirty(next !== undefined)
  }

  function change(next: Partial<Edited>) {
    showEdited({ currency, drafts, ...next })
  }

  async function save() {
    if (busy) return
    const read = readDrafts(drafts)
    setProblems('problems' in read ? read.problems : [])
    setFailure('problems' in read ? m.pricing_check() : undefined)
    if ('problems' in read) return
    const seen = onSale.pricingPlans.map(({ _id }) => _id)
    setBusy(true)
    try {
      const { outcome, pricing: saved } = await onSave(currency, read.plans, seen)
      setOnSale(saved)
      if (outcome === 'changed') {
        showEdited(undefined)
        setFailure(m.pricing_changed())
        return
      }
      // What was changed while it was saved is not saved yet.
      const later = newest.current === edited ? undefined : newest.current
      showEdited(later && afterSave(later, drafts, saved))
      showToast({ text: m.pricing_saved({ name }), tone: 'success' })
    } catch (error) {
      const fresh = onSale.pricingPlans.length === 0
      const fallback = fresh ? m.pricing_add_failed() : m.pricing_save_failed()
      setFailure(serverWords(error) ?? fallback)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {!online && (
        <Banner tone="offline" announced>
          {m.pricing_needs_connection()}
        </Banner>
      )}
      <CurrencyField value={currency} onChange={(next) => change({ currency: next })} />
      {drafts.length === 0 && <p className={styles.muted}>{m.pricing_no_plans()}</p>}
      {drafts.map((draft, index) => (
        <PlanFields
          key={draft.key}
          draft={draft}
          number={index + 1}
          currency={currency}
          problems={problems[index] ?? {}}
          onChange={(next) => change({ drafts: drafts.with(index, next) })}
          onRetire={() => {
            setProblems(problems.filter((_, at) => at !== index))
            change({ drafts: drafts.filter(({ key }) => key !== draft.key) })
          }}
        />
      ))}
      {drafts.length >= plansMax ? (
        <p className={styles.muted}>{m.pricing_full({ count: plansMax })}</p>
      ) : (
        <div className={styles.actions}>
          <Button
            look="secondary"
            icon="plus"
            onClick={() => change({ drafts: [...drafts, newDraft(crypto.randomUUID())] })}
          >
            {m.pricing_add()}
          </Button>
        </div>
      )}
      <FailureBanner text={failure} />
      <div className={styles.actions}>
        <Button type="submit" busy={busy}>
          {m.pricing_save()}
        </Button>
      </div>
    </form>
  )
}

interface CurrencyFieldProps {
  value: Currency
  onChange: (currency: Currency) => void
}

function CurrencyField({ value, onChange }: CurrencyFieldProps) {
  return (
    <Field label={m.pricing_currency()} hint={m.pricing_currency_hint()}>
      <Select
        value={value}
        onChange={({ target }) => onChange(currencies.find((one) => one === target.value) ?? value)}
      >
        {currencies.map((one) => (
          <option key={one} value={one}>
            {currencyNames[one]()}
          </option>
        ))}
      </Select>
    </Field>
  )
}

interface Edited {
  readonly currency: Currency
  readonly drafts: ReturnType<typeof draftOf>[]
}

/** A plan that changed is sold anew: the drafts that stay are those of the plans that were saved, which come in the order they went. */
function afterSave({ currency, drafts }: Edited, sent: Edited['drafts'], saved: Pricing): Edited {
  const ids = new Map(sent.map(({ key }, index) => [key, saved.pricingPlans[index]?._id]))
  return { currency, drafts: drafts.map((draft) => ({ ...draft, id: ids.get(draft.key) })) }
}

function asEdited({ currency, pricingPlans }: Pricing): Edited {
  return { currency: currency ?? 'USD', drafts: pricingPlans.map(draftOf) }
}

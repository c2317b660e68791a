import { moneyText, vatPercent, type Currency } from '#contract/pricing/money.ts'
import { planTypes } from '#contract/pricing/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { Select } from '#src/ui/field/select.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { totalOf, withType, type DraftProblems, type PlanDraft } from './plan-draft.ts'
import styles from './pricing-form.module.css'

export interface PlanFieldsProps {
  draft: PlanDraft
  number: number
  currency: Currency
  problems: DraftProblems
  onChange: (draft: PlanDraft) => void
  onRetire: () => void
}

const typeNames = { single: m.pricing_type_single, bundle: m.pricing_type_bundle }

/** One plan of a provider, with its final price as it is typed. */
export function PlanFields(props: PlanFieldsProps) {
  const { draft, number, currency, problems, onChange, onRetire } = props
  const single = draft.type === 'single'
  return (
    <fieldset className={styles.plan}>
      <legend className={styles.legend}>{m.pricing_plan({ number })}</legend>
      <div className={styles.fields}>
        <Field label={m.pricing_type()} error={problems.type}>
          <Select
            value={draft.type}
            onChange={({ target }) => {
              const type = planTypes.find((one) => one === target.value)
              if (type) onChange(withType(draft, type))
            }}
          >
            {planTypes.map((type) => (
              <option key={type} value={type}>
                {typeNames[type]()}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={m.pricing_sessions()} error={problems.sessions}>
          <TextInput
            inputMode="numeric"
            readOnly={single}
            value={draft.sessions}
            onChange={({ target }) => onChange({ ...draft, sessions: target.value })}
          />
        </Field>
        <Field label={m.pricing_duration()} error={problems.duration}>
          <TextInput
            inputMode="numeric"
            value={draft.duration}
            onChange={({ target }) => onChange({ ...draft, duration: target.value })}
          />
        </Field>
        <Field
          label={m.pricing_frequency()}
          hint={single ? undefined : m.pricing_frequency_hint()}
          error={problems.frequency}
        >
          <TextInput
            readOnly={single}
            value={draft.frequency}
            onChange={({ target }) => onChange({ ...draft, frequency: target.value })}
          />
        </Field>
        <Field label={m.pricing_price()} error={problems.price}>
          <TextInput
            inputMode="decimal"
            value={draft.price}
            onChange={({ target }) => onChange({ ...draft, price: target.value })}
          />
        </Field>
      </div>
      <div className={styles.end}>
        <LivePrice price={draft.price} currency={currency} />
        <Button look="secondary" size="small" icon="trash" onClick={onRetire}>
          {m.pricing_retire()} <VisuallyHidden>{number}</VisuallyHidden>
        </Button>
      </div>
    </fieldset>
  )
}

/** Spec 2: price, VAT and final price, live. */
function LivePrice({ price, currency }: { price: string; currency: Currency }) {
  const total = totalOf(price)
  if (!total) return <output className={styles.muted}>{m.pricing_live_none()}</output>
  const money = (minor: number) => moneyText(minor, currency)
  return (
    <output className={styles.live}>
      <span className={styles.muted}>
        {m.pricing_live({
          price: money(total.priceMinor),
          percent: vatPercent,
          vat: money(total.vatMinor),
        })}
      </span>
      <strong>{m.pricing_final({ total: money(total.totalMinor) })}</strong>
    </output>
  )
}

import * as v from 'valibot'
import { westernDigits } from '#contract/language.ts'
import {
  planTypes,
  planInputSchema,
  sessionsOfType,
  type Plan,
  type PlanType,
} from '#contract/pricing/api.ts'
import { vatPercent, type Currency, majorOf, minorOf, withVat } from '#contract/pricing/money.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatMoney } from '#src/i18n/speech.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { Select } from '#src/ui/field/inputs.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
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
  const money = (minor: number) => formatMoney(minor, currency)
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

/** A plan as it is in the form: what was typed, whatever it is. */
interface PlanDraft {
  /** Distinguishes drafts while they are edited. */
  readonly key: string
  /** The plan on sale that this one was. */
  readonly id: string | undefined
  readonly type: PlanType
  readonly sessions: string
  readonly duration: string
  readonly frequency: string
  readonly price: string
}

/** What is wrong with a draft, by its fields. */
export type DraftProblems = Partial<Record<keyof PlanDraft, string>>

export function draftOf(plan: Plan): PlanDraft {
  return {
    key: plan._id,
    id: plan._id,
    type: plan.type,
    sessions: String(plan.sessions),
    duration: String(plan.duration),
    frequency: plan.frequency,
    price: plan.price.toFixed(2),
  }
}

/** A plan that is not on sale yet: a single session of an hour. */
export function newDraft(key: string): PlanDraft {
  const draft = { key, id: undefined, sessions: '', frequency: '', duration: '60', price: '' }
  return withType({ ...draft, type: 'single' }, 'single')
}

/** Spec 5: choosing bundle sets 0 sessions and no frequency, single sets 1 session and its own. */
export function withType(draft: PlanDraft, type: PlanType): PlanDraft {
  const { sessions, frequency } = sessionsOfType(type)
  return { ...draft, type, sessions: String(sessions), frequency }
}

/** What a price comes to, in minor units; undefined for what is no price. */
export function totalOf(
  price: string,
): { priceMinor: number; vatMinor: number; totalMinor: number } | undefined {
  const priceMinor = minorOf(price)
  if (priceMinor === undefined) return undefined
  const totalMinor = withVat(priceMinor)
  return { priceMinor, vatMinor: totalMinor - priceMinor, totalMinor }
}

export type PlanBody = v.InferInput<typeof planInputSchema>

/** The plans as they are sent, or what is wrong with each; a good one has no problems. */
export function readDrafts(
  drafts: readonly PlanDraft[],
): { plans: PlanBody[] } | { problems: DraftProblems[] } {
  const plans = drafts.map(bodyOf)
  const problems = plans.map(problemsOf)
  return problems.every((found) => Object.keys(found).length === 0) ? { plans } : { problems }
}

function bodyOf({ id, type, sessions, duration, frequency, price }: PlanDraft): PlanBody {
  return {
    ...(id === undefined ? {} : { _id: id }),
    type,
    price: majorOf(minorOf(price) ?? Number.NaN),
    sessions: wholeNumber(sessions),
    duration: wholeNumber(duration),
    frequency,
  }
}

function problemsOf(plan: PlanBody): DraftProblems {
  const { issues = [] } = v.safeParse(planInputSchema, plan)
  const found: Record<string, string> = {}
  for (const issue of issues) found[v.getDotPath(issue) ?? 'type'] ??= issue.message
  return found
}

/** NaN for an empty field, which the contract refuses with its own text. */
function wholeNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(westernDigits(text))
}

import { useState } from 'react'
import * as v from 'valibot'
import {
  type PlanInput,
  type PricedProvider,
  pricingApi,
  type Pricing,
} from '#contract/pricing/api.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useRemote, defineRemote } from '#src/data/resource.ts'
import { MorePages, usePages, type FetchedPage } from '#src/data/use-pages.tsx'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Photo } from '#src/lib/private-image.tsx'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { BackToDashboard } from '#src/ui/nav/back-links.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { PricingForm, type SavedPricing } from '../admin/pricing-form.tsx'
import { pricingRemote } from '../provider-pricing.tsx'
import styles from '../admin/pricing-form.module.css'

/** Spec 2: '/pricing' of a superAdmin: choose a provider, then fill in the pricing form. */
export function PricingPage({ db }: { db: UserDatabase }) {
  const [chosen, setChosen] = useState<PricedProvider>()
  const [search, setSearch] = useState('')
  const wanted = search.trim()
  return (
    <div className={styles.form}>
      <PageHeader title={m.pricing_title()} text={m.pricing_text()} back={<BackToDashboard />} />
      {chosen ? (
        <PricingEditor db={db} provider={chosen} onLeave={() => setChosen(undefined)} />
      ) : (
        <>
          <Field label={m.pricing_search()} hideLabel>
            <TextInput
              type="search"
              placeholder={m.pricing_search()}
              maxLength={100}
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          </Field>
          <h2>{m.pricing_choose()}</h2>
          <ProviderPicker key={wanted} db={db} search={wanted} onChoose={setChosen} />
        </>
      )}
    </div>
  )
}

interface PricingEditorProps {
  db: UserDatabase
  provider: PricedProvider
  onLeave: () => void
}

/** The prices of the provider that was chosen; asks before what was not saved is left. */
function PricingEditor({ db, provider, onLeave }: PricingEditorProps) {
  const { _id: serviceProviderId } = provider
  const name = providerName(provider)
  const pricing = useRemote(db, editedPricingRemote, serviceProviderId)
  const [dirty, setDirty] = useState(false)
  const [leaving, setLeaving] = useState(false)
  return (
    <Card>
      <CardHeader
        title={m.pricing_form({ name })}
        subtitle={provider.specialization && term(provider.specialization)}
      />
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
            onSave={(currency, pricingPlans, seenPlans) =>
              savePricing(db, { serviceProviderId, currency, pricingPlans, seenPlans })
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

interface ProviderPickerProps {
  db: UserDatabase
  /** A part of a name; empty for all. */
  search: string
  onChoose: (provider: PricedProvider) => void
}

/** Spec 2: choose a provider. The list is other people's and no device stores it. */
function ProviderPicker({ db, search, onChoose }: ProviderPickerProps) {
  const pages = usePages((after) => fetchPricedProviders(db, search, after))
  const { rows, refresh, again } = pages
  if (!rows) {
    return (
      <ResourceMissing
        of={{ refresh, retry: again }}
        skeleton={{ shape: 'card', count: 3 }}
        failed={m.pricing_providers_failed()}
        offline={m.pricing_providers_offline()}
      />
    )
  }
  if (rows.length === 0) {
    return (
      <EmptyState
        emoji="🔎"
        title={m.pricing_providers_none()}
        text={m.pricing_providers_none_text()}
      />
    )
  }
  return (
    <>
      <ul className={styles.list}>
        {rows.map((provider) => (
          <li key={provider._id}>
            <button type="button" className={styles.provider} onClick={() => onChoose(provider)}>
              <ProviderLine provider={provider} />
            </button>
          </li>
        ))}
      </ul>
      <MorePages pages={pages} label={m.pricing_providers_more()} />
    </>
  )
}

function ProviderLine({ provider }: { provider: PricedProvider }) {
  const name = providerName(provider)
  const { _id, specialization, plans, profileImg } = provider
  return (
    <>
      <Photo id={_id} name={name} file={profileImg} size={48} decorative />
      <span className={styles.words}>
        <strong>{name}</strong>
        <span className={styles.muted}>{specialization && term(specialization)}</span>
      </span>
      <Tag tone={plans > 0 ? 'accent' : 'plain'}>
        {plans > 0 ? m.pricing_plans({ count: plans }) : m.pricing_plans_none()}
      </Tag>
    </>
  )
}

function providerName({ firstname, lastname }: PricedProvider): string {
  return `${firstname} ${lastname}`
}

/** A provider's prices as they are edited: what is in the form is not changed under the person's hands. */
const editedPricingRemote = defineRemote({ ...pricingRemote, merge: (shown) => shown })

/** Care providers by name, page by page. Rejects as the call does. */
async function fetchPricedProviders(
  db: UserDatabase,
  search: string,
  after: string | undefined,
): Promise<FetchedPage<PricedProvider>> {
  const query = {
    ...(search === '' ? {} : { search }),
    ...(after === undefined ? {} : { after }),
  }
  const { providers, next } = await asMember(db, (token) =>
    callApi(pricingApi.listPricedProviders, { query }, { token }),
  )
  return { rows: providers, next }
}

/** What is sent to set a provider's prices. */
type PricingBody = v.InferInput<typeof pricingApi.savePricing.body.schema>

/**
 * Sets exactly these plans and gives what is on sale now. Where others are on sale than those that were changed, nothing is
 * set: `changed`, or `saved` where they are these, by a call whose answer was lost. Rejects as the calls do.
 */
async function savePricing(db: UserDatabase, body: PricingBody): Promise<SavedPricing> {
  try {
    const pricing = await asMember(db, (token) =>
      callApi(pricingApi.savePricing, { body }, { token }),
    )
    return { outcome: 'saved', pricing }
  } catch (error) {
    if (!isApiProblem(error) || error.problem.code !== 'plan_retired') throw error
    const pricing = await asMember(db, (token) =>
      pricingRemote.fetch(token, body.serviceProviderId),
    )
    return { outcome: isOnSale(pricing, body) ? 'saved' : 'changed', pricing }
  }
}

function isOnSale({ currency, pricingPlans }: Pricing, body: PricingBody): boolean {
  const sent = v.parse(pricingApi.savePricing.body.schema, body)
  return currency === sent.currency && wordsOf(pricingPlans) === wordsOf(sent.pricingPlans)
}

function wordsOf(plans: readonly PlanInput[]): string {
  return JSON.stringify(
    plans.map((plan) => [plan.type, plan.priceMinor, plan.sessions, plan.duration, plan.frequency]),
  )
}

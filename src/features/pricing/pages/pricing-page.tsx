import { useState } from 'react'
import type { PricedProvider } from '#contract/pricing/api.ts'
import styles from '../admin/pricing-form.module.css'
import { ProviderPicker } from '../admin/provider-picker.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Field } from '#src/ui/field/field.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { BackToDashboard } from '#src/ui/nav/back-to-dashboard.tsx'
import { PricingEditor } from '../admin/pricing-editor.tsx'

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

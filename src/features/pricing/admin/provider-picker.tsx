import type { PricedProvider } from '#contract/pricing/api.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Photo } from '#src/lib/photo.tsx'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { usePages } from '#src/data/use-pages.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { fetchPricedProviders } from './pricing-admin-data.ts'
import styles from './pricing-form.module.css'

export interface ProviderPickerProps {
  db: UserDatabase
  /** A part of a name; empty for all. */
  search: string
  onChoose: (provider: PricedProvider) => void
}

/** Spec 2: choose a provider. The list is other people's and no device stores it. */
export function ProviderPicker({ db, search, onChoose }: ProviderPickerProps) {
  const { rows, refresh, again, more, loadingMore } = usePages((after) =>
    fetchPricedProviders(db, search, after),
  )
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
      {more && (
        <Button look="secondary" wide busy={loadingMore} onClick={more}>
          {m.pricing_providers_more()}
        </Button>
      )}
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
        <span className={styles.muted}>{specialization}</span>
      </span>
      <Tag tone={plans > 0 ? 'accent' : 'plain'}>
        {plans > 0 ? m.pricing_plans({ count: plans }) : m.pricing_plans_none()}
      </Tag>
    </>
  )
}

export function providerName({ firstname, lastname }: PricedProvider): string {
  return `${firstname} ${lastname}`
}

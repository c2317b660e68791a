import type { PricedProvider } from '#contract/pricing/api.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { Photo } from '#src/lib/photo.tsx'
import { usePages, type FetchedPage } from '#src/data/use-pages.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import { Button } from '#src/ui/button/button.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { OfflineState } from '#src/ui/state/offline-state.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import styles from './pricing-form.module.css'

export interface ProviderPickerProps {
  fetchPage: (after: string | undefined) => Promise<FetchedPage<PricedProvider>>
  onChoose: (provider: PricedProvider) => void
}

/** Spec 2: choose a provider. The list is other people's and is never kept on the device. */
export function ProviderPicker({ fetchPage, onChoose }: ProviderPickerProps) {
  const online = useOnline()
  const { rows, refresh, again, more, loadingMore } = usePages(fetchPage)
  if (!rows) {
    if (refresh.status !== 'failed') return <Skeleton shape="card" count={3} />
    if (!online) return <OfflineState text={m.pricing_providers_offline()} />
    return (
      <ErrorState
        title={failureText(refresh.error, m.pricing_providers_failed())}
        onRetry={again}
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

import type { ProviderCard } from '#contract/account/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDate } from '#src/lib/dates.ts'
import { Tag } from '#src/ui/message/tag.tsx'
import styles from './provider-card.module.css'

export interface ProviderTagsProps {
  card: ProviderCard
  /** Only what helps to choose from a list. */
  short?: boolean
}

/** What is good to know of a provider before one asks: whom they see, in which languages, and since when they are reviewed. */
export function ProviderTags({ card, short = false }: ProviderTagsProps) {
  const { seesMinors, languages, reviewedAt } = card
  if (short && !seesMinors && languages.length === 0) return null
  return (
    <p className={styles.tags}>
      {seesMinors && <Tag tone="success">{m.providers_minors()}</Tag>}
      {!seesMinors && !short && <Tag>{m.providers_adults()}</Tag>}
      {languages.length > 0 && (
        <Tag icon="chat">{m.providers_languages({ languages: languages.join(', ') })}</Tag>
      )}
      {reviewedAt !== null && !short && (
        <Tag tone="info" icon="check">
          {m.providers_verified({ date: formatDate(reviewedAt) })}
        </Tag>
      )}
    </p>
  )
}

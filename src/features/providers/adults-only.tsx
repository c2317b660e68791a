import { Link } from '@tanstack/react-router'
import type { ProviderCard } from '#contract/account/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/message/banner.tsx'
import { buttonClass } from '#src/ui/button/button-class.ts'
import styles from './provider-screen.module.css'
import { shownSpecialties } from './specialty-look.ts'

export interface AdultsOnlyProps {
  /** Undefined where this device knows nothing of them. */
  provider: Pick<ProviderCard, 'name' | 'specialization'> | undefined
}

/** Why a person under 18 cannot ask, book or buy at a provider, and the way to those of the same specialty who take them. */
export function AdultsOnly({ provider }: AdultsOnlyProps) {
  return (
    <div className={styles.closed}>
      <Banner tone="info">
        {provider ? m.providers_closed_named({ name: provider.name }) : m.providers_closed()}
      </Banner>
      <OthersLink specialization={provider?.specialization} />
    </div>
  )
}

/** The specialty's list, narrowed; a specialty that is not in the grid has none for young people. */
function OthersLink({ specialization }: { specialization: string | null | undefined }) {
  const specialty = shownSpecialties.find((name) => name === specialization)
  if (specialty === undefined) {
    return (
      <Link className={buttonClass()} to="/service-providers">
        {m.providers_closed_others()}
      </Link>
    )
  }
  return (
    <Link
      className={buttonClass()}
      to="/service-providers/specialty/$specialty"
      params={{ specialty }}
      search={{ minors: true }}
    >
      {m.providers_closed_others()}
    </Link>
  )
}

import { Link } from '@tanstack/react-router'
import type { ProviderCard } from '#contract/account/model.ts'
import { AdultsOnly } from '#src/features/providers/adults-only.tsx'
import { shownSpecialties } from '#src/features/providers/specialty-look.ts'
import type { LinkSlot } from '#src/ui/link-slot.ts'

export interface AdultsOnlyPartProps {
  /** Undefined where this device knows nothing of them. */
  provider: Pick<ProviderCard, 'name' | 'specialization'> | undefined
}

/** Why somebody under 18 cannot ask, book or buy at a provider, and the way to those of the same specialty who take them. */
export function AdultsOnlyPart({ provider }: AdultsOnlyPartProps) {
  return <AdultsOnly name={provider?.name} link={linkToOthers(provider?.specialization)} />
}

/** The specialty's list, narrowed; a specialty that is not in the grid has none for young people. */
function linkToOthers(specialization: string | null | undefined): LinkSlot {
  const specialty = shownSpecialties.find((name) => name === specialization)
  return (props) =>
    specialty === undefined ? (
      <Link to="/service-providers" {...props} />
    ) : (
      <Link
        to="/service-providers/specialty/$specialty"
        params={{ specialty }}
        search={{ minors: true }}
        {...props}
      />
    )
}

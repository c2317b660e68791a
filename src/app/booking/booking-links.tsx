import { Link } from '@tanstack/react-router'
import { pricingAnchor } from '#src/features/providers/provider-parts.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button-class.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { backLinkClass } from '#src/ui/page-header.tsx'

export function BackToProvider({ providerId }: { providerId: string }) {
  return (
    <Link className={backLinkClass} to="/service-providers/$id" params={{ id: providerId }}>
      {m.booking_back()}
    </Link>
  )
}

/** Spec 4: nothing left to book with; leads to the prices on the provider's page. */
export function NoSessions({ providerId }: { providerId: string }) {
  return (
    <EmptyState
      emoji="🎟️"
      title={m.booking_none()}
      text={m.booking_none_text()}
      action={
        <Link
          className={buttonClass()}
          to="/service-providers/$id"
          params={{ id: providerId }}
          hash={pricingAnchor}
        >
          {m.booking_view_pricing()}
        </Link>
      }
    />
  )
}

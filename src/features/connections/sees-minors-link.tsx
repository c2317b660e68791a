import { Link } from '@tanstack/react-router'
import * as m from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button/button-class.ts'

export interface SeesMinorsLinkProps {
  /** That of the provider who is not free; null where this device does not know it. */
  specialty: string | null | undefined
}

/** The way on for somebody under 18: to those of the same specialty who see people of their age. */
export function SeesMinorsLink({ specialty }: SeesMinorsLinkProps) {
  const className = buttonClass({ look: 'secondary', size: 'small' })
  if (!specialty) {
    return (
      <Link className={className} to="/service-providers" search={{ minors: true }}>
        {m.connections_find_open()}
      </Link>
    )
  }
  return (
    <Link
      className={className}
      to="/service-providers/specialty/$specialty"
      params={{ specialty }}
      search={{ minors: true }}
    >
      {m.connections_find_open()}
    </Link>
  )
}

import type { ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Card, CardBody, CardHeader } from '#src/ui/card.tsx'

/** How Zync looks on this device; the choice itself is the app's. */
export function AppearanceSection({ choice }: { choice: ReactNode }) {
  return (
    <Card>
      <CardHeader title={m.settings_appearance_title()} />
      <CardBody>{choice}</CardBody>
    </Card>
  )
}

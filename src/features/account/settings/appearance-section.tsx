import * as m from '#src/i18n/paraglide/messages.js'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { ThemeChoice } from '#src/ui/choice/theme-choice.tsx'

/** How Zync looks on this device. */
export function AppearanceSection() {
  return (
    <Card>
      <CardHeader title={m.settings_appearance_title()} />
      <CardBody>
        <ThemeChoice />
      </CardBody>
    </Card>
  )
}

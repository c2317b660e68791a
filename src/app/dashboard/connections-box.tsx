import * as m from '#src/i18n/paraglide/messages.js'
import { Card, CardBody, CardHeader } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'

/** The people somebody is connected with; nobody yet. */
export function ConnectionsBox({ title }: { title: string }) {
  return (
    <Card>
      <CardHeader title={title} />
      <CardBody>
        <EmptyState
          compact
          emoji="🤝"
          title={m.shell_circle_empty()}
          text={m.shell_circle_hint()}
        />
      </CardBody>
    </Card>
  )
}

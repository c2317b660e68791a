import { createFileRoute } from '@tanstack/react-router'
import { ShelfPage } from '#src/features/library/pages/shelf-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/library/shelf')({
  staticData: { title: m.shell_nav_library },
  component: ShelfRoute,
})

function ShelfRoute() {
  return <ShelfPage db={Route.useRouteContext().db} />
}

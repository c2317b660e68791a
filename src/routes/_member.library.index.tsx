import { createFileRoute } from '@tanstack/react-router'
import { LibraryPage } from '#src/features/library/pages/library-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/library/')({
  staticData: { title: m.shell_nav_library },
  component: LibraryRoute,
})

function LibraryRoute() {
  return <LibraryPage db={Route.useRouteContext().db} />
}

import { createFileRoute } from '@tanstack/react-router'
import { requireUserType } from '#src/app/guards.ts'
import { ImportPage, preloadImports } from '#src/features/trackers/pages/import-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/trackers_/import')({
  staticData: { title: m.trackers_import_title },
  beforeLoad: requireUserType('Adolescent'),
  gcTime: 0,
  loader: ({ context: { db } }) => preloadImports(db),
  component: ImportRoute,
})

function ImportRoute() {
  return <ImportPage db={Route.useRouteContext().db} />
}

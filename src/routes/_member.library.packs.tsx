import { createFileRoute } from '@tanstack/react-router'
import { PacksPage, type PacksSearch } from '#src/features/library/pages/packs-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

/** What care providers send to read; for a provider, with the form, for whom and with which article ticked. */
export const Route = createFileRoute('/_member/library/packs')({
  staticData: { title: m.shell_nav_library },
  // The page compares what an address says with what there is.
  validateSearch: (search): PacksSearch => search,
  component: PacksRoute,
})

function PacksRoute() {
  return <PacksPage {...Route.useRouteContext()} search={Route.useSearch()} />
}

import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { PacksPage } from '#src/features/library/pages/packs-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

/** What care providers send to read; for a provider, with the form, for whom and with which article ticked. */
export const Route = createFileRoute('/_member/library/packs')({
  staticData: { title: m.shell_nav_library },
  validateSearch: v.object({
    send: v.fallback(v.optional(v.boolean()), undefined),
    article: v.fallback(v.optional(v.string()), undefined),
    to: v.fallback(v.optional(v.string()), undefined),
  }),
  component: PacksRoute,
})

function PacksRoute() {
  return <PacksPage {...Route.useRouteContext()} search={Route.useSearch()} />
}

import { createFileRoute } from '@tanstack/react-router'
import { preload, refreshResource } from '#src/data/resource.ts'
import { blocksResource } from '#src/features/safety/blocks-resource.ts'
import { NotSentPage } from '#src/features/sync/pages/not-sent-page.tsx'
import { unsentResource } from '#src/features/sync/unsent.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/not-sent')({
  staticData: { title: m.sync_title },
  gcTime: 0,
  loader: ({ context: { db } }) => preload(db, unsentResource),
  component: NotSentRoute,
})

function NotSentRoute() {
  const { db } = Route.useRouteContext()
  // The person stays hidden where the server has the block; without an answer the next look at one's blocks says so.
  const readBlocks = () => void refreshResource(db, blocksResource).catch(() => undefined)
  return <NotSentPage db={db} onBlockDeleted={readBlocks} />
}

import { createFileRoute } from '@tanstack/react-router'
import { ComingSoon, comingPages } from '#src/features/community/coming-soon.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { BackHome } from '#src/ui/nav/back-links.tsx'

export const Route = createFileRoute('/store')({
  staticData: { title: m.community_store },
  component: () => <ComingSoon page={comingPages.store} back={<BackHome />} />,
})

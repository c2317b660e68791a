import { createFileRoute } from '@tanstack/react-router'
import { ComingSoon, comingPages } from '#src/features/community/coming-soon.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { BackHome } from '#src/ui/nav/back-links.tsx'

export const Route = createFileRoute('/personalization')({
  staticData: { title: m.community_personalization },
  component: () => <ComingSoon page={comingPages.personalization} back={<BackHome />} />,
})

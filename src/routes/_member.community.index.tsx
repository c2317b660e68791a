import { createFileRoute } from '@tanstack/react-router'
import { requireUserType } from '#src/app/guards.ts'
import { CommunityHub } from '#src/features/community/pages/community-pages.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/community/')({
  staticData: { title: m.community_title },
  beforeLoad: requireUserType('Adolescent'),
  component: CommunityHub,
})

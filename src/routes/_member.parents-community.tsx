import { createFileRoute } from '@tanstack/react-router'
import { requireUserType } from '#src/app/guards.ts'
import { ParentsCommunityPage } from '#src/features/community/pages/community-pages.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/parents-community')({
  staticData: { title: m.shell_nav_community },
  beforeLoad: requireUserType('Parent'),
  component: ParentsCommunityPage,
})

import { createFileRoute } from '@tanstack/react-router'
import { requireUserType } from '#src/app/guards.ts'
import { FamilyDynamicsPage } from '#src/features/providers/pages/family-list-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/family-dynamics')({
  staticData: { title: m.shell_nav_family_dynamics },
  beforeLoad: requireUserType('Parent'),
  component: FamilyDynamicsPage,
})

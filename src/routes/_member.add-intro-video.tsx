import { createFileRoute } from '@tanstack/react-router'
import { requireUserType } from '#src/app/guards.ts'
import { AddIntroPage } from '#src/features/library/pages/add-video-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/add-intro-video')({
  staticData: { title: m.library_intro_title },
  beforeLoad: requireUserType('ServiceProvider'),
  component: AddIntroRoute,
})

function AddIntroRoute() {
  return <AddIntroPage db={Route.useRouteContext().db} />
}

import { createFileRoute } from '@tanstack/react-router'
import { requireUserType } from '#src/app/guards.ts'
import { AddVideoPage } from '#src/features/library/pages/add-video-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/library/add-video')({
  staticData: { title: m.shell_nav_add_video },
  beforeLoad: requireUserType('ServiceProvider'),
  component: AddVideoRoute,
})

function AddVideoRoute() {
  return <AddVideoPage db={Route.useRouteContext().db} />
}

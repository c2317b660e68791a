import { createFileRoute } from '@tanstack/react-router'
import { requireLogin } from '#src/app/guards.ts'
import { MemberOutlet } from '#src/app/member-outlet.tsx'

/** Everything behind a login: its pages find the session and the person's database in their context. */
export const Route = createFileRoute('/_member')({
  beforeLoad: async ({ location }) => {
    const { session } = requireLogin({ location })
    const { memberDatabase } = await import('#src/session/member-database.ts')
    return { session, db: await memberDatabase(session.user._id) }
  },
  component: MemberRoute,
})

function MemberRoute() {
  return <MemberOutlet {...Route.useRouteContext()} />
}

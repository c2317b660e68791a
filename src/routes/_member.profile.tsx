import { createFileRoute } from '@tanstack/react-router'
import { profileResource } from '#src/data/profile-resource.ts'
import { preload } from '#src/data/resource.ts'
import { profileSearchSchema } from '#src/features/account/addresses.ts'
import { ProfilePage } from '#src/features/account/pages/profile-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/profile')({
  staticData: { title: m.profile_title },
  validateSearch: profileSearchSchema,
  gcTime: 0,
  loader: ({ context: { db } }) => preload(db, profileResource),
  component: ProfileRoute,
})

function ProfileRoute() {
  const { db, session } = Route.useRouteContext()
  const { tab = 'profile' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ProfilePage
      db={db}
      session={session}
      tab={tab}
      onTab={(next) => void navigate({ search: { tab: next }, replace: true })}
    />
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '#src/features/account/pages/profile-page.tsx'
import { profileSearchSchema } from '#src/features/account/pages/profile-tabs.ts'
import { readProfile } from '#src/session/own-profile.ts'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/profile')({
  staticData: { title: m.profile_title },
  validateSearch: profileSearchSchema,
  gcTime: 0,
  loader: ({ context: { db } }) => readProfile(db),
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
      known={Route.useLoaderData()}
    />
  )
}

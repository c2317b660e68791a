import { createFileRoute } from '@tanstack/react-router'
import { EditProfilePage } from '#src/features/account/pages/edit-profile-page.tsx'
import { editSearchSchema } from '#src/features/account/pages/profile-tabs.ts'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/edit-profile')({
  staticData: { title: m.profile_edit_title },
  validateSearch: editSearchSchema,
  gcTime: 0,
  loader: async ({ context: { db } }) => {
    const [{ readProfile }, { readBioDraft }] = await Promise.all([
      import('#src/session/own-profile.ts'),
      import('#src/features/account/profile/bio-draft.ts'),
    ])
    const [profile, bioDraft] = await Promise.all([readProfile(db), readBioDraft(db)])
    return { profile, bioDraft }
  },
  component: EditProfileRoute,
})

function EditProfileRoute() {
  const { db, session } = Route.useRouteContext()
  const { tab = 'image' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <EditProfilePage
      db={db}
      session={session}
      tab={tab}
      onTab={(next) => void navigate({ search: { tab: next }, replace: true })}
      known={Route.useLoaderData()}
    />
  )
}

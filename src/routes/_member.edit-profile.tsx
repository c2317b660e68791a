import { createFileRoute } from '@tanstack/react-router'
import { trackerNamed } from '#contract/trackers/catalog.ts'
import { profileResource } from '#src/data/profile-resource.ts'
import { preload } from '#src/data/resource.ts'
import { editSearchSchema } from '#src/features/account/addresses.ts'
import { EditProfilePage } from '#src/features/account/pages/edit-profile-page.tsx'
import { readBioDraft } from '#src/features/account/profile/profile-data.ts'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/edit-profile')({
  staticData: { title: m.profile_edit_title },
  validateSearch: editSearchSchema,
  gcTime: 0,
  loader: async ({ context: { db } }) => {
    const [bioDraft] = await Promise.all([readBioDraft(db), preload(db, profileResource)])
    return { bioDraft }
  },
  component: EditProfileRoute,
})

function EditProfileRoute() {
  const { db, session } = Route.useRouteContext()
  const { tab = 'image', ask = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <EditProfilePage
      db={db}
      session={session}
      tab={tab}
      asked={trackerNamed(ask)}
      onTab={(next) => void navigate({ search: { tab: next }, replace: true })}
      bioDraft={Route.useLoaderData().bioDraft}
    />
  )
}

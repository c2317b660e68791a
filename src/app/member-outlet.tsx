import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { QuickExit } from '#src/features/safety/exit-button.tsx'
import { ImageSource } from '#src/lib/private-image.tsx'
import { useStore } from '#src/lib/store.ts'
import { loadProfileImage } from '#src/offline/files/private-images.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { reauthenticationRequest, useEnrolmentDue } from '#src/session/as-member.ts'
import '#src/ui/companion/more-faces.ts'
import type { Session } from '#src/session/session.ts'
import { PartBoundary } from '#src/ui/state/state-message.tsx'

/**
 * The pages of a member, where photos of people can be fetched, and where the server can ask who it is. Whoever logs in
 * over somebody else, in another tab, begins with pages of their own: nothing that was typed or read stays in them.
 */
export function MemberOutlet({ db, session }: { db: UserDatabase; session: Session }) {
  return (
    <ImageSource key={session.user._id} value={loadProfileImage}>
      <Outlet />
      <QuickExit />
      <SignInDemands db={db} />
    </ImageSource>
  )
}

/** A part of its own: few are ever asked. */
const ReauthenticateDialog = lazy(async () => {
  const { ReauthenticateDialog: dialog } =
    await import('#src/features/account/two-step/proof-dialog.tsx')
  return { default: dialog }
})

const enrolmentPath = '/profile'

/** What the server asks of a member before it goes on: to log in again, or to turn on a second factor. */
function SignInDemands({ db }: { db: UserDatabase }) {
  const request = useStore(reauthenticationRequest)
  const due = useEnrolmentDue()
  const away = useRouterState({ select: ({ location }) => location.pathname !== enrolmentPath })
  const navigate = useNavigate()

  // An effect because the server says so while a page is open; every other page would only show refusals.
  useEffect(() => {
    if (due && away) void navigate({ to: enrolmentPath, search: { tab: 'settings' } })
  }, [due, away, navigate])

  return (
    <PartBoundary title={null}>
      <Suspense>{request && <ReauthenticateDialog db={db} request={request} />}</Suspense>
    </PartBoundary>
  )
}

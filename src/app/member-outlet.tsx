import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { ImageSource } from '#src/lib/photo.tsx'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { loadProfileImage } from '#src/offline/files/private-images.ts'
import type { Session } from '#src/session/session.ts'
import { lazy, Suspense, useEffect } from 'react'
import { useStore } from '#src/lib/store.ts'
import { PartBoundary } from '#src/ui/state/part-boundary.tsx'
import { enrolmentDue, proofAsk } from '#src/session/proof.ts'

/** The page of somebody logged in, where photos of people can be fetched, and where the server can ask who it is. */
export function MemberOutlet({ db, session }: { db: UserDatabase; session: Session }) {
  return (
    <ImageSource value={loadProfileImage}>
      <Outlet />
      <MemberAsks db={db} session={session} />
    </ImageSource>
  )
}

const ProofDialogPart = lazy(async () => ({
  default: (await import('#src/features/account/two-step/proof-dialog-part.tsx')).ProofDialogPart,
}))

const enrolmentPath = '/profile'

/** What the server asks of somebody logged in before it goes on: a proof, or a second factor. */
function MemberAsks({ db, session }: { db: UserDatabase; session: Session }) {
  const ask = useStore(proofAsk)
  const due = useStore(enrolmentDue) === session.token
  const away = useRouterState({ select: ({ location }) => location.pathname !== enrolmentPath })
  const navigate = useNavigate()

  // An effect because the server says so while a page is open; every other page would only show refusals.
  useEffect(() => {
    if (due && away) void navigate({ to: enrolmentPath, search: { tab: 'settings' } })
  }, [due, away, navigate])

  return (
    <PartBoundary title={null}>
      <Suspense>{ask && <ProofDialogPart db={db} ask={ask} />}</Suspense>
    </PartBoundary>
  )
}

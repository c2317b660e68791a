import { useNavigate, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useStore } from '#src/lib/store.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { PartBoundary } from '#src/ui/state/part-boundary.tsx'
import { enrolmentDue, proofAsk } from '#src/session/proof.ts'
import type { Session } from '#src/session/session.ts'

const ProofDialogPart = lazy(async () => ({
  default: (await import('#src/features/account/two-step/proof-dialog-part.tsx')).ProofDialogPart,
}))

const enrolmentPath = '/profile'

/** What the server asks of somebody logged in before it goes on: a proof, or a second factor. */
export function MemberAsks({ db, session }: { db: UserDatabase; session: Session }) {
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

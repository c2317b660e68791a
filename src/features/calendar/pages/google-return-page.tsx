import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { Skeleton } from '#src/ui/state/loading.tsx'
import { ErrorState } from '#src/ui/state/state-message.tsx'
import { finishGoogle, refusalText } from '../calendar-data.ts'

export interface GoogleReturnPageProps {
  db: UserDatabase
  /** What Google sent the browser back with; the code is missing where it was declined. */
  code: string | undefined
  state: string | undefined
}

/** Where Google sends the browser back: hands its code over, once, and leads on to the settings. */
export function GoogleReturnPage({ db, code, state }: GoogleReturnPageProps) {
  const navigate = useNavigate()
  const declined = code === undefined || state === undefined
  const [failure, setFailure] = useState<string | undefined>(
    declined ? m.calendar_google_declined() : undefined,
  )
  const begun = useRef(false)

  // An effect because the address alone says what to do; once, because a code works once.
  useEffect(() => {
    if (begun.current || code === undefined || state === undefined) return
    begun.current = true
    finishGoogle(db, { code, state }).then(
      () => {
        showToast({ text: m.calendar_google_done(), tone: 'success' })
        return navigate({ to: '/edit-profile', search: { tab: 'calendar' }, replace: true })
      },
      (error: unknown) => setFailure(refusalText(error, m.calendar_google_failed())),
    )
  }, [code, db, navigate, state])

  return (
    <>
      <PageHeader
        title={m.calendar_google_title()}
        text={failure === undefined && m.calendar_google_finishing()}
      />
      {failure === undefined ? (
        <Skeleton shape="card" />
      ) : (
        <ErrorState
          title={failure}
          action={
            <Link className={buttonClass()} to="/edit-profile" search={{ tab: 'calendar' }} replace>
              {m.calendar_back()}
            </Link>
          }
        />
      )}
    </>
  )
}

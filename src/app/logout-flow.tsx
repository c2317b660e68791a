import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { follow } from '#src/offline/storage/user-transaction.ts'
import { logOut, readWaiting, sendBeforeLogout, type Waiting } from '#src/session/log-out.ts'
import { memberDatabase } from '#src/session/member-database.ts'
import { currentSession, useSession, type Session } from '#src/session/session.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { Spinner } from '#src/ui/state/loading.tsx'

type Step = { name: 'sending' } | { name: 'asking'; waiting: Waiting } | { name: 'leaving' }

export interface LogoutFlowProps {
  session: Session
  onClose: () => void
}

const waitText = {
  sending: m.shell_logout_sending_text,
  leaving: m.shell_logout_leaving_text,
} as const

/** From the tap on Logout to the end of the session: a last try to send, and a question where that was not enough. */
export function LogoutFlow({ session, onClose }: LogoutFlowProps) {
  const [step, setStep] = useState<Step>({ name: 'sending' })
  const [asked, setAsked] = useState<UserDatabase>()
  const over = useSession()?.user._id !== session.user._id && step.name !== 'leaving'
  const begun = useRef(false)

  async function attempt(work: () => Promise<void>) {
    try {
      await work()
    } catch {
      showToast({ text: m.shell_logout_failed(), tone: 'danger' })
      onClose()
    }
  }

  async function begin() {
    const db = await memberDatabase(session.user._id)
    const waiting = await sendBeforeLogout(db)
    if (currentSession()?.user._id !== session.user._id) return
    if (!isAnything(waiting)) return await leave()
    setStep({ name: 'asking', waiting })
    setAsked(db)
  }

  async function leave() {
    setAsked(undefined)
    setStep({ name: 'leaving' })
    await logOut(await memberDatabase(session.user._id), latest(session))
    onClose()
  }

  /** Nothing is left to ask about. Whoever has logged in anew meanwhile has not asked for a logout. */
  async function answered() {
    if (currentSession()?.token === session.token) await leave()
    else onClose()
  }

  // An effect because being shown is the tap: the flow begins when it appears, and once.
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void attempt(begin)
  })

  // An effect because it is another tab that ended the session: what is asked names what its person has.
  useEffect(() => {
    if (over) onClose()
  }, [over, onClose])

  useWhatWaits(asked, (waiting) => {
    if (isAnything(waiting)) setStep({ name: 'asking', waiting })
    else void attempt(answered)
  })

  if (over) return null
  if (step.name !== 'asking') {
    return (
      <Dialog
        open
        dismissible={false}
        onClose={onClose}
        title={m.shell_logout_sending_title()}
        description={waitText[step.name]()}
      >
        <Spinner size={28} />
      </Dialog>
    )
  }
  const { unsent } = step.waiting
  return (
    <Dialog
      open
      onClose={onClose}
      emoji="📮"
      title={unsent > 0 ? m.shell_logout_ask_title() : m.trackers_logout_title()}
      description={<Losses {...step.waiting} />}
      actions={
        <>
          <Button onClick={onClose}>{m.shell_logout_stay()}</Button>
          <Button look="danger" onClick={() => void attempt(leave)}>
            {unsent > 0 ? m.shell_logout_delete({ count: unsent }) : m.trackers_logout_delete()}
          </Button>
        </>
      }
    />
  )
}

/** The session of the same person at this moment: they may have logged in anew in another tab. An app lock may hide its token. */
function latest(session: Session): Session {
  const now = currentSession()
  return now?.token && now.user._id === session.user._id ? now : session
}

/** Tells what waits on this device as it changes, until there is nothing; what was told last stands where it cannot be read. */
function useWhatWaits(db: UserDatabase | undefined, onRead: (waiting: Waiting) => void) {
  const read = useEffectEvent(onRead)
  // An effect because it is in the device's database: what is asked about may arrive at the server meanwhile.
  useEffect(() => {
    if (!db) return
    const watching = follow(db, () => readWaiting(db)).subscribe({
      next: (waiting) => {
        if (!isAnything(waiting)) watching.unsubscribe()
        read(waiting)
      },
      error: () => undefined,
    })
    return () => watching.unsubscribe()
  }, [db])
}

function isAnything(waiting: Waiting): boolean {
  return Object.values(waiting).some(Boolean)
}

/** What a logout deletes for good, in words. */
function Losses({ unsent, ...onlyHere }: Waiting) {
  return (
    <>
      {unsent > 0 && <span>{m.shell_logout_ask_text({ count: unsent })} </span>}
      {onlyHere.pictures && <span>{m.trackers_picture_logout()} </span>}
      {onlyHere.drafts && <span>{m.trackers_note_logout()} </span>}
      {onlyHere.planDrafts && <span>{m.plan_logout()} </span>}
      {onlyHere.briefDrafts && <span>{m.brief_logout()} </span>}
      {onlyHere.articleDrafts && <span>{m.library_article_logout()} </span>}
      {onlyHere.otherDrafts && <span>{m.shell_logout_drafts()}</span>}
    </>
  )
}

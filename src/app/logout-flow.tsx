import { useEffect, useRef, useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { logOut, readOnlyHere, sendBeforeLogout, type OnlyHere } from '#src/session/log-out.ts'
import { memberDatabase } from '#src/session/member-database.ts'
import { currentSession, useSession, type Session } from '#src/session/session.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { Spinner } from '#src/ui/state/loading.tsx'

type Step =
  | { name: 'sending' }
  | ({ name: 'asking'; unsent: number } & OnlyHere)
  | { name: 'leaving' }

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
    const unsent = await sendBeforeLogout(db)
    const onlyHere = await readOnlyHere(db)
    if (currentSession()?.user._id !== session.user._id) return
    const asks = unsent > 0 || Object.values(onlyHere).some(Boolean)
    if (asks) setStep({ name: 'asking', unsent, ...onlyHere })
    else await leave()
  }

  async function leave() {
    setStep({ name: 'leaving' })
    await logOut(await memberDatabase(session.user._id), session)
    onClose()
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
  return (
    <Dialog
      open
      onClose={onClose}
      emoji="📮"
      title={step.unsent > 0 ? m.shell_logout_ask_title() : m.trackers_logout_title()}
      description={
        <>
          {step.unsent > 0 && <span>{m.shell_logout_ask_text({ count: step.unsent })} </span>}
          {step.pictures && <span>{m.trackers_picture_logout()} </span>}
          {step.drafts && <span>{m.trackers_note_logout()} </span>}
          {step.planDrafts && <span>{m.plan_logout()} </span>}
          {step.briefDrafts && <span>{m.brief_logout()} </span>}
          {step.articleDrafts && <span>{m.library_article_logout()} </span>}
          {step.otherDrafts && <span>{m.shell_logout_drafts()}</span>}
        </>
      }
      actions={
        <>
          <Button onClick={onClose}>{m.shell_logout_stay()}</Button>
          <Button look="danger" onClick={() => void attempt(leave)}>
            {step.unsent > 0
              ? m.shell_logout_delete({ count: step.unsent })
              : m.trackers_logout_delete()}
          </Button>
        </>
      }
    />
  )
}

import { useEffect, useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { dropLockedSession, type Lock } from '#src/offline/session/lock-record.ts'
import { blank } from '#src/session/app-lock.ts'
import { forgetMember, readWaiting, type Waiting } from '#src/session/log-out.ts'
import { memberDatabase } from '#src/session/member-database.ts'
import { clearStoredSession, currentSession } from '#src/session/session.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Banner, FailureBanner } from '#src/ui/message/banner.tsx'

export interface LeaveDialogProps {
  lock: Lock
  onClose: () => void
}

/** The ways on for whoever cannot open the lock: a login that loses nothing, or a logout that first names what it deletes. */
export function LeaveDialog({ lock, onClose }: LeaveDialogProps) {
  const waiting = useWaiting()
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)

  async function attempt(work: () => Promise<void>) {
    setBusy(true)
    setFailed(false)
    try {
      await work()
    } catch {
      leaving = false
      blank(false)
      setBusy(false)
      setFailed(true)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={lock.opens ? m.lock_forgot_title() : m.lock_over_title()}
      description={m.lock_forgot_text()}
      actions={
        <>
          {/* Without a network nobody comes in again: what is here would be shut away behind the login. */}
          <Button
            busy={busy}
            disabled={!online}
            onClick={() => void attempt(() => logInAgain(lock))}
          >
            {m.lock_log_in()}
          </Button>
          {/* Not before it is known what a logout deletes. */}
          {waiting && (
            <Button look="danger" busy={busy} onClick={() => void attempt(() => leave(lock))}>
              {waiting.unsent > 0
                ? m.shell_logout_delete({ count: waiting.unsent })
                : m.lock_log_out()}
            </Button>
          )}
        </>
      }
    >
      {!online && (
        <Banner tone="info" announced>
          {lock.opens ? m.lock_log_in_offline() : m.lock_log_in_offline_over()}
        </Banner>
      )}
      {waiting && <Losses waiting={waiting} />}
      {failed && <FailureBanner text={m.lock_log_out_failed()} />}
    </Dialog>
  )
}

function Losses({ waiting: { unsent, ...onlyHere } }: { waiting: Waiting }) {
  const { pictures, drafts, ...others } = onlyHere
  if (unsent === 0 && !Object.values(onlyHere).some(Boolean)) return null
  return (
    <Banner tone="warn">
      {unsent > 0 && <span>{m.lock_unsent({ count: unsent })} </span>}
      {pictures && <span>{m.trackers_picture_logout()} </span>}
      {drafts && <span>{m.trackers_note_logout()} </span>}
      {/* Whoever holds a locked phone does not learn that there is a safety plan, a session or a chat. */}
      {Object.values(others).some(Boolean) && <span>{m.lock_draft_lost()}</span>}
    </Banner>
  )
}

/** What is on this device alone; undefined until it is read. */
export function useWaiting(): Waiting | undefined {
  const [waiting, setWaiting] = useState<Waiting>()
  // An effect because it is in the device's database.
  useEffect(() => {
    let wanted = true
    memberDatabase(currentSession()?.user._id ?? '')
      .then(readWaiting)
      .then((read) => wanted && setWaiting(read))
      .catch(() => undefined)
    return () => {
      wanted = false
    }
  }, [])
  return waiting
}

let leaving = false

/** True while a session is ended here: the page goes on by itself after that. */
export function isLeaving(): boolean {
  return leaving
}

/** The person's data stays where it is until they have logged in. */
async function logInAgain({ tokenHash }: Lock): Promise<void> {
  leaving = true
  blank(true)
  await dropLockedSession(tokenHash)
  clearStoredSession()
  window.location.replace('/login?reason=expired')
}

/** The server hears by the token's hash that the session is over, at the next start. */
async function leave({ userId, tokenHash }: Lock): Promise<void> {
  leaving = true
  blank(true)
  const db = await memberDatabase(userId)
  await forgetMember(db, tokenHash === undefined ? undefined : { tokenHash, farewell: nobody })
  window.location.replace('/')
}

async function nobody(): Promise<void> {}

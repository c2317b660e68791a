import { lazy, Suspense, useEffect, useState } from 'react'
import { clockAt } from '#src/data/local-clock.ts'
import { profileResource } from '#src/data/profile-resource.ts'
import { refreshResource } from '#src/data/resource.ts'
import { entriesResource } from '#src/features/trackers/entries-resource.ts'
import { endPrompts, Prompts, promptsAreDone } from '#src/features/trackers/prompts/prompts.tsx'
import { finishTakeover, trialToAsk } from '#src/features/trial/trial-store.ts'
import { within } from '#src/lib/within.ts'
import { endWelcome, readWelcome } from '#src/offline/features/hints.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { loginSettled } from '#src/session/log-in.ts'
import { memberDatabase } from '#src/session/member-database.ts'
import { readProfile } from '#src/session/own-profile.ts'
import type { Session } from '#src/session/session.ts'

/**
 * So long the server may take to say whether it knows somebody who has just logged in on this device, in milliseconds.
 * Nothing else opens by itself meanwhile; a slow network must not cost somebody new their welcome.
 */
const knownBoundMs = 10_000

const Welcome = lazy(async () => ({ default: (await import('./welcome.tsx')).Welcome }))

/** Whom to welcome, and about what: somebody new, somebody whose answers may be on this phone, or both. */
interface Due {
  readonly db: UserDatabase
  readonly isNew: boolean
  readonly asks: boolean
}

/** What opens by itself for a young person: the welcome of a first login, and from the next session on the prompts. */
export function Beginning({ session }: { session: Session }) {
  const [due, setDue] = useState<Due | 'unknown' | 'none'>('unknown')

  // An effect because the device, and perhaps the server, says on its own time whether this is a first login.
  useEffect(() => {
    let over = false
    async function look() {
      const found = await findDue(session.user._id).catch(() => undefined)
      if (over) return
      // It counts as the first session: the prompts begin with the next one.
      if (found?.isNew) endPrompts()
      setDue(found ?? 'none')
    }
    void look()
    return () => {
      over = true
    }
  }, [session.user._id])

  if (due === 'unknown') return null
  function end({ db, isNew }: Due) {
    setDue('none')
    void endWelcome(db, isNew ? clockAt(Date.now()).date : undefined).catch(() => undefined)
  }
  return (
    <>
      {due !== 'none' && (
        <Suspense>
          <Welcome {...due} onEnd={() => end(due)} />
        </Suspense>
      )}
      {/* They keep what a low answer suggests, also one in the welcome. */}
      {(due === 'none' || due.isNew) && <Prompts session={session} />}
    </>
  )
}

async function findDue(userId: string): Promise<Due | undefined> {
  // The session is there before the login has noted that it may be the first.
  await loginSettled()
  const db = await memberDatabase(userId)
  await finishTakeover(db, Date.now())
  const welcome = await readWelcome(db)
  if (!welcome?.due || promptsAreDone()) return undefined
  const known = await within(knownBoundMs, isKnown(db))
  // The server did not say: the next start asks again.
  if (known === undefined) return undefined
  const asks = trialToAsk(Date.now()) !== undefined
  if (!known || asks) return { db, isNew: !known, asks }
  await endWelcome(db)
  return undefined
}

/** Whether the server has an answer or points of this person: then they have been here before, on whatever device. */
async function isKnown(db: UserDatabase): Promise<boolean> {
  await Promise.all([refreshResource(db, entriesResource, 1), refreshResource(db, profileResource)])
  const [answers, profile] = await Promise.all([db.trackerEntries.count(), readProfile(db)])
  return answers > 0 || (profile?.score ?? 0) > 0
}

import type { UserDatabase } from '#src/offline/storage/database.ts'
import { startContactDriver } from './contact-driver.ts'
import { startLiveDriver } from './live-driver.ts'
import { startReadingDriver } from './reading-driver.ts'
import { startSupersededDriver } from './superseded-driver.ts'
import { startSyncDriver, resumeEveryMs } from './sync-driver.ts'
import { liveQuery } from 'dexie'
import { onContact } from '#src/offline/api/contact.ts'
import { SessionEndedError } from '#src/offline/session/session-ended.ts'
import { uploadNow } from '#src/offline/files/upload-now.ts'
import {
  nextUploadAt,
  resumeUploads,
  wakeUploads,
  type UploadOutcome,
} from '#src/offline/files/uploads.ts'
import { atMostEvery } from './at-most-every.ts'
import { timerMaxMs } from './next-run.ts'
import { createRunTimer } from './run-timer.ts'
import { onSignsOfLife } from '#src/lib/signs-of-life.ts'

/** Everything that runs behind a login on this page. Returns its end. */
export function startMemberDrivers(db: UserDatabase): () => void {
  const ends = [
    startContactDriver(),
    startSyncDriver(db),
    startUploadDriver(db),
    startLiveDriver(db),
    startSupersededDriver(db),
    startReadingDriver(db),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** Sends up the files of waiting messages, for as long as the person is logged in on this page. Returns its end. */
function startUploadDriver(db: UserDatabase): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const due = createRunTimer(() => settle(run()), signal)
  const next = createRunTimer(() => settle(run()), signal)

  async function run(): Promise<void> {
    if (signal.aborted) return
    next.set(nextMs(await uploadNow(db, 'page')))
  }

  function settle(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      if (error instanceof SessionEndedError) {
        stopping.abort()
        return
      }
      if (signal.aborted) return
      next.set(timerMaxMs)
      reportError(error)
    })
  }

  const watching = liveQuery(() => nextUploadAt(db)).subscribe({
    next: (dueAt) => due.set(dueAt === undefined ? undefined : dueAt - Date.now()),
    error: () => next.set(timerMaxMs),
  })
  signal.addEventListener('abort', () => watching.unsubscribe())
  onSignsOfLife(() => settle(wakeUploads(db)), signal)
  const resume = atMostEvery(resumeEveryMs, () => settle(resumeUploads(db)), signal)
  onContact((contact) => contact === 'read' && resume(), signal)
  return () => stopping.abort()
}

function nextMs(outcome: UploadOutcome | undefined): number | undefined {
  if (outcome === undefined) return timerMaxMs
  return outcome.status === 'waiting' ? Math.max(1_000, outcome.dueAt - Date.now()) : undefined
}

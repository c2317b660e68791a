import { renewDevice } from '#src/features/push/device.ts'
import { renewSettings } from '#src/features/push/push-settings.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { onResume } from '#src/lib/online.ts'
import { onContact } from '#src/offline/api/api.ts'
import { uploadNow } from '#src/offline/files/upload-now.ts'
import {
  nextUploadAt,
  resumeUploads,
  wakeUploads,
  type UploadOutcome,
} from '#src/offline/files/uploads.ts'
import { SessionEndedError, takeWay } from '#src/offline/session/session-copy.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { follow } from '#src/offline/storage/user-transaction.ts'
import { followLostFocus } from '#src/ui/focus.ts'
import { showToast } from '#src/ui/message/toast.tsx'
import { startReachabilityService, startClientPolicyService } from './contact-services.ts'
import { startLanguageService } from './language-service.ts'
import { startLiveService } from './live-service.ts'
import { startOfflineReadingService } from './offline-reading-service.ts'
import {
  startOutboxService,
  resumeEveryMs,
  throttle,
  createRunTimer,
  timerMaxMs,
} from './outbox-service.ts'
import { router } from './router.tsx'
import { startSupersededService } from './superseded-service.ts'

/** After this another tab, of an older build and asleep, may hold the database up. */
const slowMs = 8_000

/** Says what may hold up a database that does not open. */
export async function sayWhenSlow<T>(opening: Promise<T>): Promise<T> {
  const timer = setTimeout(() => {
    showToast({ text: m.shell_other_tab(), tone: 'danger', durationMs: 4 * slowMs })
  }, slowMs)
  try {
    return await opening
  } finally {
    clearTimeout(timer)
  }
}

/** Everything that runs behind a login on this page. Returns its end. */
export function startBackgroundServices(db: UserDatabase): () => void {
  const ends = [
    startReachabilityService(),
    startOutboxService(db),
    startUploadService(db),
    startLiveService(db),
    startSupersededService(db),
    startOfflineReadingService(db),
    startClientPolicyService(),
    startPushService(db),
    startLanguageService(db),
    followLostFocus(),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** Sends up the files of waiting messages, for as long as the person is logged in on this page. Returns its end. */
function startUploadService(db: UserDatabase): () => void {
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

  const watching = follow(db, () => nextUploadAt(db)).subscribe({
    next: (dueAt) => due.set(dueAt === undefined ? undefined : dueAt - Date.now()),
    error: () => next.set(timerMaxMs),
  })
  signal.addEventListener('abort', () => watching.unsubscribe())
  onResume(() => settle(wakeUploads(db)), signal)
  const resume = throttle(resumeEveryMs, () => settle(resumeUploads(db)), signal)
  onContact((contact) => contact === 'read' && resume(), signal)
  return () => stopping.abort()
}

function nextMs(outcome: UploadOutcome | undefined): number | undefined {
  if (outcome === undefined) return timerMaxMs
  return outcome.status === 'waiting' ? Math.max(1_000, outcome.dueAt - Date.now()) : undefined
}

/**
 * Sees to it that this device still gets notifications and knows of the reminders, and goes where a tapped one leads, for
 * as long as the person is logged in on this page. Returns its end.
 */
function startPushService(db: UserDatabase): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  // What does not work now is done when the person is back, or at the next start.
  const renew = () => {
    for (const work of [renewDevice, renewSettings]) work(db).catch(() => undefined)
  }
  renew()
  onResume(renew, signal)
  // One that was tapped before this page could hear of it.
  const openNoted = () => takeWay(Date.now()).then((path) => open({ type: 'OPEN', path }))
  openNoted().catch(() => undefined)
  navigator.serviceWorker?.addEventListener(
    'message',
    ({ data }) => {
      open(data)
      takeWay(Date.now()).catch(() => undefined)
    },
    { signal },
  )
  return () => stopping.abort()
}

/** The worker asks for a page by its path alone. */
function open(message: unknown): void {
  if (typeof message !== 'object' || message === null) return
  const { type, path } = message as { type?: unknown; path?: unknown }
  if (type === 'OPEN' && typeof path === 'string' && /^\/(?!\/)/.test(path)) {
    router.history.push(path)
  }
}

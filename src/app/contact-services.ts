import { clientPolicyCall, contractVersion } from '#contract/version.ts'
import { hasDirtyForm } from '#src/lib/dirty.ts'
import { serverAnswers } from '#src/lib/online.ts'
import { within } from '#src/lib/within.ts'
import { onContact, callApi, noteContact } from '#src/offline/api/api.ts'
import { controllerChange, tellWorker, update } from './worker.ts'

/** A server that starts anew is back before this, and nothing is shown. */
export const graceMs = 3_000

/** Follows, for as long as a person is logged in, whether the server answers what this page asks. Returns its end. */
export function startReachabilityService(): () => void {
  const stopping = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  function end(): void {
    clearTimeout(timer)
    timer = undefined
    serverAnswers.set(true)
  }

  onContact((contact) => {
    if (contact !== 'unanswered') end()
    else timer ??= setTimeout(() => serverAnswers.set(false), graceMs)
  }, stopping.signal)
  return () => {
    stopping.abort()
    end()
  }
}

/** Asks whether the server still takes this build, and says so wherever it learns that it does not. Returns its end. */
export function startClientPolicyService(): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  onContact((contact) => contact === 'outdated' && requireUpdate(), signal)
  callApi(clientPolicyCall, {}, { signal })
    .then(({ minContract }) => minContract > contractVersion && noteContact('outdated'))
    // Without an answer nothing is known, and any call that is refused says it too.
    .catch(() => undefined)
  return () => stopping.abort()
}

/** Each call that is refused says it again, also while the new build is on its way. */
function requireUpdate(): void {
  const known = update.get()
  if (known.status !== 'required' || !known.busy) offer({ busy: false })
}

function offer({ busy }: { busy: boolean }): void {
  update.set({ status: 'required', busy, accept: () => void loadNewBuild() })
}

/** After this it can be asked for again, and what has come by then is not fetched a second time. */
export const fetchMaxMs = 60_000

/** A worker that takes longer than this to take over lets the page reload before it has. */
export const takeoverMaxMs = 10_000

/**
 * Takes what the server has now, once it is whole on this device. Nothing that waits to be sent is touched, nor what somebody has
 * begun to write while it came: they are asked again when it is done.
 */
async function loadNewBuild(): Promise<void> {
  if (hasDirtyForm()) return
  offer({ busy: true })
  const fetched = await within(fetchMaxMs, newWorker())
  if (fetched?.worker && !hasDirtyForm()) {
    const taken = controllerChange(takeoverMaxMs)
    tellWorker(fetched.worker, 'SKIP_WAITING')
    await taken
  }
  if (fetched && !hasDirtyForm()) window.location.reload()
  else offer({ busy: false })
}

/** The worker of the new build, installed; without one there is none, or it could not be fetched. */
async function newWorker(): Promise<{ worker?: ServiceWorker | null | undefined }> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    await registration?.update().catch(() => undefined)
    const { installing } = registration ?? {}
    if (installing) await installed(installing)
    return { worker: registration?.waiting }
  } catch {
    // A browser that refuses workers: a reload brings what the server has.
    return {}
  }
}

function installed(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (worker.state !== 'parsed' && worker.state !== 'installing') resolve()
    }
    worker.addEventListener('statechange', look)
    look()
  })
}

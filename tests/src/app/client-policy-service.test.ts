import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contractVersion } from '#contract/version.ts'
import { fetchMaxMs, startClientPolicyService, takeoverMaxMs } from '#src/app/contact-services.ts'
import { update } from '#src/app/worker.ts'
import { markForm } from '#src/lib/dirty.ts'
import { noteContact } from '#src/offline/api/api.ts'
import { answerWith, noNetwork, ours } from '#tests/offline/network.ts'
import { patience } from '#tests/support/patience.ts'

class FakeWorker extends EventTarget {
  state = 'installing'
  postMessage = vi.fn<(message: unknown) => void>()
  become(state: string): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

const reload = vi.fn<() => void>()
let registration: {
  installing: FakeWorker | undefined
  waiting: FakeWorker | undefined
  update: () => Promise<void>
}
let workers: EventTarget & { getRegistration: () => Promise<typeof registration> }
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  registration = { installing: undefined, waiting: undefined, update: async () => undefined }
  workers = Object.assign(new EventTarget(), { getRegistration: async () => registration })
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: workers })
  vi.stubGlobal('window', { location: { reload } })
  reload.mockClear()
  answerWith(noNetwork)
  stop = startClientPolicyService()
})
afterEach(() => {
  stop()
  markForm('bio', false)
  update.set({ status: 'none' })
  vi.useRealTimers()
})

const settle = () => vi.advanceTimersByTimeAsync(0)

/** A call is refused; the person says yes to the update. */
async function accept(): Promise<void> {
  noteContact('outdated')
  const known = update.get()
  if (known.status !== 'required') throw new Error(`The update is ${known.status}`)
  known.accept()
  await settle()
}

/** The new build is on its way, or waits to take over. */
function arriving(place: 'installing' | 'waiting'): FakeWorker {
  const worker = new FakeWorker()
  registration[place] = worker
  return worker
}

test('a build that the server takes no more is replaced by one that has come whole and taken over', async () => {
  const worker = arriving('installing')
  await accept()
  expect(update.get()).toMatchObject({ status: 'required', busy: true })
  registration.waiting = worker
  worker.become('installed')
  await settle()
  expect(worker.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' })
  expect(reload).not.toHaveBeenCalled()
  workers.dispatchEvent(new Event('controllerchange'))
  await settle()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a form begun while the new build was taking over is not reloaded over, and the update is offered again', async () => {
  arriving('waiting')
  await accept()
  markForm('bio', true)
  workers.dispatchEvent(new Event('controllerchange'))
  await vi.advanceTimersByTimeAsync(takeoverMaxMs)
  expect(reload).not.toHaveBeenCalled()
  expect(update.get()).toMatchObject({ status: 'required', busy: false })

  registration.waiting = undefined
  markForm('bio', false)
  await accept()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a form begun while the new build was fetched keeps it waiting', async () => {
  const worker = arriving('installing')
  await accept()
  markForm('bio', true)
  registration.waiting = worker
  worker.become('installed')
  await vi.advanceTimersByTimeAsync(takeoverMaxMs)
  expect(worker.postMessage).not.toHaveBeenCalled()
  expect(reload).not.toHaveBeenCalled()
  expect(update.get()).toMatchObject({ status: 'required', busy: false })
})

test.each(['the look for it', 'its files'])(
  'an update that stalls at %s can be asked for again',
  async (what) => {
    if (what === 'its files') arriving('installing')
    else registration.update = () => new Promise(() => undefined)
    await accept()
    await vi.advanceTimersByTimeAsync(fetchMaxMs - 1)
    noteContact('outdated')
    expect(update.get()).toMatchObject({ status: 'required', busy: true })
    await vi.advanceTimersByTimeAsync(1)
    expect(update.get()).toMatchObject({ status: 'required', busy: false })
    expect(reload).not.toHaveBeenCalled()

    // Meanwhile it has come by itself.
    registration.installing = undefined
    registration.update = async () => undefined
    const worker = arriving('waiting')
    await accept()
    expect(worker.postMessage).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(takeoverMaxMs)
    expect(reload).toHaveBeenCalledTimes(1)
  },
)

test('a browser that refuses workers reloads what the server has', async () => {
  workers.getRegistration = () => Promise.reject(new DOMException('no', 'SecurityError'))
  await accept()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('the policy of the server alone says it too', async () => {
  answerWith(() => ours({ minContract: contractVersion + 1 }))
  const end = startClientPolicyService()
  await vi.waitFor(() => expect(update.get().status).toBe('required'), patience)
  end()
})

import { Worker } from 'node:worker_threads'

/** What the server's thread sends: protocol messages to run, answered in the order they came. */
export type ToWorker =
  | { kind: 'execute'; messages: Uint8Array<ArrayBuffer> }
  /** Copies the files of the database, while nothing runs. */
  | { kind: 'copy'; directory: string }
  | { kind: 'close' }

/** What the worker answers. `unsafe` is its last word: data could not be made safe and nothing runs any more. */
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'refused'; reason: string }
  | { kind: 'answer'; messages: Uint8Array }
  | { kind: 'not_copied'; reason: string }
  | { kind: 'unsafe'; reason: string }
  | { kind: 'closed' }

/** The embedded database no longer takes queries: it was closed, or something made it unsafe to go on. */
export class EmbeddedStoppedError extends Error {
  override readonly name = 'EmbeddedStoppedError'
  readonly code = 'EMBEDDED_STOPPED'
}

export interface WorkerLink {
  /** Runs whole protocol messages; answers come in the order of the calls. */
  execute(messages: Uint8Array): Promise<Uint8Array>
  /** Copies the database's files as they are between two calls. Rejects where the disk does not take them. */
  copyFiles(directory: string): Promise<void>
  close(): Promise<void>
}

interface Waiting {
  resolve(messages: Uint8Array): void
  reject(error: Error): void
}

/**
 * Starts the database's worker. Rejects when the database cannot start; `onFatal` is called once if it stops
 * later without having been closed, and every call from then on rejects with `EmbeddedStoppedError`.
 */
export async function startWorker(options: {
  script: URL
  directory: string
  onFatal: (error: Error) => void
}): Promise<WorkerLink> {
  const worker = new Worker(options.script, {
    workerData: { directory: options.directory },
    execArgv: [],
  })
  const { link, started } = linkTo(worker, options.onFatal)
  await started
  return link
}

const closedText = 'The embedded database is closed.'

function linkTo(
  worker: Worker,
  onFatal: (error: Error) => void,
): { link: WorkerLink; started: Promise<void> } {
  const waiting: Waiting[] = []
  const started = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  let state: 'starting' | 'running' | 'closing' | 'stopped' = 'starting'

  function stop(reason: string): void {
    if (state === 'stopped') return
    const before = state
    state = 'stopped'
    const error = new EmbeddedStoppedError(reason)
    for (const call of waiting.splice(0)) call.reject(error)
    started.reject(error)
    closed.resolve()
    void worker.terminate()
    if (before === 'running') onFatal(error)
  }

  worker.on('message', (message: FromWorker) => {
    switch (message.kind) {
      case 'ready':
        state = 'running'
        return started.resolve()
      case 'answer':
        return waiting.shift()?.resolve(message.messages)
      case 'not_copied':
        return waiting.shift()?.reject(new Error(message.reason))
      case 'refused':
      case 'unsafe':
        return stop(message.reason)
      case 'closed':
        return stop(closedText)
    }
  })
  worker.on('error', (error) => stop(String(error)))
  worker.on('exit', (code) => stop(`The embedded database's thread ended (code ${code}).`))

  function send(message: ToWorker): void {
    worker.postMessage(message, message.kind === 'execute' ? [message.messages.buffer] : [])
  }

  async function ask(message: ToWorker): Promise<Uint8Array> {
    if (state !== 'running') throw new EmbeddedStoppedError(closedText)
    const call = Promise.withResolvers<Uint8Array>()
    waiting.push(call)
    send(message)
    return await call.promise
  }

  const link: WorkerLink = {
    execute: (messages) => ask({ kind: 'execute', messages: Uint8Array.from(messages) }),
    copyFiles: async (directory) => void (await ask({ kind: 'copy', directory })),
    close: async () => {
      if (state === 'running') {
        state = 'closing'
        send({ kind: 'close' })
      }
      await closed.promise
    },
  }
  return { link, started: started.promise }
}

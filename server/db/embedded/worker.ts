import { constants, cp } from 'node:fs/promises'
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { openEngine, type Engine } from './engine.ts'
import type { FromWorker, ToWorker } from './worker-link.ts'

/** Runs in its own thread, because the engine blocks its thread for as long as a query takes. */
async function serve(port: MessagePort, directory: string): Promise<void> {
  const engine = await openEngine(directory)
  // One after the other, also across the awaits: answers carry no number.
  let last: Promise<void> = Promise.resolve()
  port.on('message', (message: ToWorker) => {
    last = last.then(() =>
      message.kind === 'copy'
        ? copyFiles(port, directory, message.directory)
        : handle(port, engine, message),
    )
  })
  send(port, { kind: 'ready' })
}

/** As they would be after a kill at this moment: what was acknowledged is in them. A copy that fails harms nothing. */
async function copyFiles(port: MessagePort, directory: string, to: string): Promise<void> {
  try {
    await cp(directory, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
    send(port, { kind: 'answer', messages: new Uint8Array() })
  } catch (error) {
    send(port, { kind: 'not_copied', reason: reasonOf(error) })
  }
}

async function handle(
  port: MessagePort,
  engine: Engine,
  message: Exclude<ToWorker, { kind: 'copy' }>,
): Promise<void> {
  try {
    if (message.kind === 'execute') {
      send(port, { kind: 'answer', messages: await engine.execute(message.messages) })
    } else {
      await engine.close()
      send(port, { kind: 'closed' })
      port.close()
    }
  } catch (error) {
    send(port, { kind: 'unsafe', reason: reasonOf(error) })
  }
}

/** Answers are handed over, not copied. */
function send(port: MessagePort, message: FromWorker): void {
  port.postMessage(
    message,
    message.kind === 'answer' ? [message.messages.buffer as ArrayBuffer] : [],
  )
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

if (parentPort) {
  const port = parentPort
  const { directory } = workerData as { directory: string }
  serve(port, directory).catch((error: unknown) =>
    send(port, { kind: 'refused', reason: reasonOf(error) }),
  )
}

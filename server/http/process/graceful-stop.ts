import type { Server } from 'node:http'
import type { Logger } from 'pino'
import { loggableError } from './loggable-error.ts'
import type { Lifecycle } from './listener.ts'

/** Longer than any answer takes; a supervisor that waits 10 s or more never has to kill. */
const drainMsMax = 10_000

export interface StopDeps {
  readonly server: Server
  readonly lifecycle: Lifecycle
  readonly log: Logger
  /** What to close after the last answer, in this order. */
  readonly stop: readonly (() => Promise<void>)[]
  readonly exit?: (code: number) => void
}

/** Ends the process on SIGTERM and SIGINT once everything under way has been answered. */
export function stopOnSignal(deps: StopDeps): void {
  let stopping: Promise<void> | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopping ??= stopGracefully(deps)
    })
  }
}

/** Not ready any more, no new connections, answers under way finish or are cut after 10 s, then the rest closes. */
export async function stopGracefully(deps: StopDeps): Promise<void> {
  const { server, lifecycle, log, exit = exitProcess } = deps
  lifecycle.draining = true
  for (const leave of lifecycle.whenDraining) leave()
  log.info('stopping')
  try {
    await closeServer(server)
    for (const close of deps.stop) await close()
    log.info('stopped')
    exit(0)
  } catch (error) {
    log.error(loggableError(error), 'stopping failed')
    exit(1)
  }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), drainMsMax)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}

function exitProcess(code: number): void {
  process.exit(code)
}

import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { loggableError } from './loggable-error.ts'
import type { Lifecycle } from './listener.ts'

/** Longer than any answer takes; a supervisor that waits 10 s or more never has to kill. */
const drainMsMax = 10_000

export interface StopDeps {
  readonly server: Server
  readonly lifecycle: Lifecycle
  readonly log: Logger
  /** How long it goes on serving while it says that it is not ready: a balancer takes so long to see it. */
  readonly delayMs: number
  /** Over how long its callers' streams come back to the processes that stay. */
  readonly spreadMs: number
  readonly pause?: (ms: number) => Promise<unknown>
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

/**
 * Not ready any more but serving for as long as a balancer needs; then no new connections, answers under way finish or are
 * cut after 10 s, and the rest closes.
 */
export async function stopGracefully(deps: StopDeps): Promise<void> {
  const { server, lifecycle, log, pause = wait, exit = exitProcess } = deps
  lifecycle.draining = true
  log.info('stopping')
  try {
    if (deps.delayMs > 0) await pause(deps.delayMs)
    for (const leave of lifecycle.whenDraining) leave(deps.spreadMs)
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

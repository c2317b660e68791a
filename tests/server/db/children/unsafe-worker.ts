import { parentPort, workerData } from 'node:worker_threads'

/** A database worker that starts well and ends at its first query, as `workerData.directory` says. */
const { directory: ending } = workerData as { directory: 'unsafe' | 'crash' | 'exit' }
parentPort?.on('message', () => {
  if (ending === 'unsafe') parentPort?.postMessage({ kind: 'unsafe', reason: 'disk on fire' }, [])
  if (ending === 'exit') process.exit(3)
  if (ending === 'crash') throw new Error('out of memory')
})
parentPort?.postMessage({ kind: 'ready' }, [])

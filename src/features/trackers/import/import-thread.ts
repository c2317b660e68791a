import type { Columns, Look } from './look-at-table.ts'
import type { KnownHere, Mapping, Plan } from './plan-import.ts'
import type { ReadProblem } from './read-table.ts'

/** What the page asks of the thread that holds the table. */
export type Asked =
  | { readonly do: 'open'; readonly file: Blob }
  | { readonly do: 'look'; readonly columns: Columns; readonly tagMark: string }
  | { readonly do: 'plan'; readonly mapping: Mapping; readonly known: KnownHere }

export type Opened =
  | { readonly status: 'opened'; readonly header: readonly string[]; readonly rows: number }
  | { readonly status: 'refused'; readonly why: ReadProblem }

/** A thread beside the page that holds one table and answers one question after the other. */
export interface ImportThread {
  open(file: Blob): Promise<Opened>
  look(columns: Columns, tagMark: string): Promise<Look>
  plan(mapping: Mapping, known: KnownHere): Promise<Plan>
  close(): void
}

/** Starts the thread, which loads what reads tables. Its answers reject where it cannot run. */
export function startImportThread(): ImportThread {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' })
  let last: Promise<unknown> = Promise.resolve()

  function ask<T>(asked: Asked): Promise<T> {
    const answered = last.then(() => answerOf<T>(worker, asked))
    last = answered.catch(() => undefined)
    return answered
  }

  return {
    open: (file) => ask<Opened>({ do: 'open', file }),
    look: (columns, tagMark) => ask<Look>({ do: 'look', columns, tagMark }),
    plan: (mapping, known) => ask<Plan>({ do: 'plan', mapping, known }),
    close: () => worker.terminate(),
  }
}

function answerOf<T>(worker: Worker, asked: Asked): Promise<T> {
  return new Promise((resolve, reject) => {
    const once = new AbortController()
    const { signal } = once
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<T>) => {
        once.abort()
        resolve(data)
      },
      { signal },
    )
    worker.addEventListener(
      'error',
      ({ message }) => {
        once.abort()
        reject(new Error(`The thread that reads tables failed: ${message}`))
      },
      { signal },
    )
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker of one's own takes none
    worker.postMessage(asked)
  })
}

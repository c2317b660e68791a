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

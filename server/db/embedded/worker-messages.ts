/** What the server's thread sends: protocol messages to run, answered in the order they came. */
export type ToWorker = { kind: 'execute'; messages: Uint8Array } | { kind: 'close' }

/** What the worker answers. `unsafe` is its last word: data could not be made safe and nothing runs any more. */
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'refused'; reason: string }
  | { kind: 'answer'; messages: Uint8Array }
  | { kind: 'unsafe'; reason: string }
  | { kind: 'closed' }

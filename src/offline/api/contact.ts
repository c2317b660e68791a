/**
 * What a call says of the server: a `read` that it answered as wished, any other answer of ours, which may be a refusal,
 * or no answer at all.
 */
export type Contact = 'read' | 'answered' | 'unanswered'

const listeners = new Set<(contact: Contact) => void>()

/** Calls `listener` after each call of this page or worker, until `signal` ends it. */
export function onContact(listener: (contact: Contact) => void, signal: AbortSignal): void {
  listeners.add(listener)
  signal.addEventListener('abort', () => listeners.delete(listener))
}

/** Says what came of a call. */
export function noteContact(contact: Contact): void {
  for (const listener of listeners) listener(contact)
}

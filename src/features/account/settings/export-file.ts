import type { LocalDate } from '#contract/local-date.ts'

/** A file to hand to the person. */
export interface ExportFile {
  readonly name: string
  readonly text: string
}

export interface ExportParts {
  /** What the server holds; undefined when it could not be asked. */
  readonly account: Record<string, unknown> | undefined
  /** What this device holds. */
  readonly device: Record<string, unknown[]>
  /** ISO instant */
  readonly madeAt: string
  readonly today: LocalDate
}

/**
 * The export as a JSON file: what the server holds and, as only the device knows it, what is not sent yet. Without the
 * server it is what the device holds, and its name says so.
 */
export function exportFile({ account, device, madeAt, today }: ExportParts): ExportFile {
  const notSentYet = device['outbox'] ?? []
  const content = account
    ? { format, madeAt, madeFrom: 'server', account, notSentYet }
    : { format, madeAt, madeFrom: 'this device', device: without(device, 'outbox'), notSentYet }
  return {
    name: `zync-my-data-${today}${account ? '' : '-this-device'}.json`,
    text: JSON.stringify(content, blobsNamed, 2),
  }
}

/** So that a program can tell what it reads. */
const format = 'zync-export-1'

function without(device: Record<string, unknown[]>, name: string): Record<string, unknown[]> {
  return Object.fromEntries(Object.entries(device).filter(([table]) => table !== name))
}

/** A file among the rows cannot stand in JSON; that it is there can. */
function blobsNamed(_key: string, value: unknown): unknown {
  return value instanceof Blob ? { file: value.type, bytes: value.size } : value
}

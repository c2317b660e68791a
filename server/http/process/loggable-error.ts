import { databaseErrorFacts } from '#server/db/errors.ts'

/**
 * What may be logged of an error nobody foresaw: its kind and where it came from. A database's message repeats
 * values that people wrote, so only its code and constraint are kept.
 */
export function loggableError(error: unknown): object {
  const { code, constraint, message } = databaseErrorFacts(error)
  const frames = error instanceof Error ? (error.stack ?? '').match(/^ {4}at .*$/gm) : null
  return {
    error: error instanceof Error ? error.name : typeof error,
    ...(code === undefined ? { message } : { code, constraint }),
    stack: frames?.slice(0, 12).map((frame) => frame.trim()),
  }
}

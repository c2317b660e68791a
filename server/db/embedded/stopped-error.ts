/** The embedded database no longer takes queries: it was closed, or something made it unsafe to go on. */
export class EmbeddedStoppedError extends Error {
  override readonly name = 'EmbeddedStoppedError'
  readonly code = 'EMBEDDED_STOPPED'
}

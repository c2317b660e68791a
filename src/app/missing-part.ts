const missingName = 'MissingPartError'

/**
 * A chunk that cannot be loaded (offline and not in the cache, or gone with an old build) becomes an error that the
 * error screen knows. The router would answer the browser's own message with a reload, which offline costs what
 * was typed and brings nothing.
 */
export function markMissingParts(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = missingName
    payload.message = `Part not on this device: ${payload.message}`
  })
}

export function isMissingPart(error: unknown): boolean {
  return error instanceof Error && error.name === missingName
}

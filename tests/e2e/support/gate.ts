/** A promise that the test resolves: what waits for it waits for the test and for no clock. */
export interface Gate {
  readonly opened: Promise<void>
  readonly open: () => void
}

export function closedGate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

/** Work that never runs twice at once: who asks while it runs gets the run after it. */
export function onceMore(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  function run(): Promise<void> {
    running = work().finally(() => (running = undefined))
    return running
  }

  return () => {
    if (!running) return run()
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return run()
      })
    return next
  }
}

/** Gives a function that runs `work` at once, and again no sooner than `pauseMs` later, however often it is called meanwhile. */
export function throttle(pauseMs: number, work: () => void, signal: AbortSignal): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let again = false
  signal.addEventListener('abort', () => clearTimeout(timer))

  function run(): void {
    again = false
    timer = setTimeout(rest, pauseMs)
    work()
  }

  function rest(): void {
    timer = undefined
    if (again) run()
  }

  return () => {
    if (signal.aborted) return
    if (timer === undefined) run()
    else again = true
  }
}

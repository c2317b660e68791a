/** In seconds: a longer breath out than in calms. */
const inSeconds = 4
const outSeconds = 6

/** The half of a breath at `second` whole seconds after the start, and how long it still lasts. */
export function breathAt(second: number): { phase: 'in' | 'out'; secondsLeft: number } {
  const within = second % (inSeconds + outSeconds)
  return within < inSeconds
    ? { phase: 'in', secondsLeft: inSeconds - within }
    : { phase: 'out', secondsLeft: inSeconds + outSeconds - within }
}

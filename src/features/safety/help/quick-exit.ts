/** A page that raises no questions. */
const neutralSite = 'https://www.wikipedia.org/'

/** Without a network a site would be an error page with its name on it. */
const neutralPage = 'about:blank'

/**
 * Takes this page off the screen at once and puts a neutral one in its place, in the history too: 'Back' does not
 * lead here again. The screen is blank already while the other page loads.
 */
export function quickExit(): void {
  document.title = ''
  document.documentElement.hidden = true
  window.location.replace(navigator.onLine ? neutralSite : neutralPage)
}

/** Two presses are one wish when they come this close together, in milliseconds. */
const togetherMs = 500

/** Leaves when Esc is pressed twice, wherever the focus is. Returns its end. */
export function exitOnEsc(): () => void {
  let lastMs = Number.NEGATIVE_INFINITY
  const press = ({ key, repeat, isComposing, timeStamp }: KeyboardEvent) => {
    if (key !== 'Escape' || repeat || isComposing) return
    if (timeStamp - lastMs < togetherMs) quickExit()
    lastMs = timeStamp
  }
  // Before whatever closes by the first press.
  window.addEventListener('keydown', press, { capture: true })
  return () => window.removeEventListener('keydown', press, { capture: true })
}

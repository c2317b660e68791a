/** A page that nobody asks about. */
const neutralSite = 'https://www.wikipedia.org/'
/** Without a network a site would be an error page with its name on it. */
const neutralPage = 'about:blank'

/**
 * Takes this page off the screen at once and puts a neutral one in its place, in the history too: 'Back' does not
 * lead here again. The screen is blank already while the other page loads.
 */
export function leaveQuickly(): void {
  document.title = ''
  document.documentElement.hidden = true
  window.location.replace(navigator.onLine ? neutralSite : neutralPage)
}

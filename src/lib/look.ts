/** Whether the page has the neutral name and mark; the server or the worker gives it so before its first script. */
export function looksCalm(): boolean {
  return document.documentElement.dataset['look'] === 'calm'
}

/** The same, also where neither of them knew: this page then has it from its own cookie. */
export function shouldLookCalm(): boolean {
  return looksCalm() || document.cookie.includes('look=calm')
}

const key = 'promptsDone'

/** Spec 4: prompts come once per session; a session is the life of this tab, or until the person logs out. */
export function promptsAreDone(): boolean {
  return sessionStorage.getItem(key) !== null
}

/** No more prompts in this session: they were all asked, or the person said 'Not now'. */
export function endPrompts(): void {
  sessionStorage.setItem(key, '1')
}

/** The names of the locks that something waits for, in this page or another one. */
export async function locksAwaited(): Promise<(string | undefined)[]> {
  const { pending = [] } = await navigator.locks.query()
  return pending.map(({ name }) => name)
}

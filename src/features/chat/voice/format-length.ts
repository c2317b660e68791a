/** "0:07" of seven seconds; a part of a second counts as one, so that no note seems empty. */
export function formatLength(ms: number): string {
  const seconds = Math.ceil(ms / 1_000 - 0.25)
  return `${Math.floor(seconds / 60)}:${String(Math.max(0, seconds) % 60).padStart(2, '0')}`
}

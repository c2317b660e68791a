/** "Beirut, Lebanon" of a provider; undefined where neither is known. */
export function formatLocation(provider: {
  state: string | null
  country: string | null
}): string | undefined {
  return [provider.state, provider.country].filter(Boolean).join(', ') || undefined
}

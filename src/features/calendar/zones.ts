/** The zones one may choose, by name; the one that is saved is always among them. */
export function zoneNames(saved: string): string[] {
  const names = new Set(Intl.supportedValuesOf('timeZone'))
  return [...names.add('UTC').add(saved)].toSorted()
}

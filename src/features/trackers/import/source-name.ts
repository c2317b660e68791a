import type { ImportSource } from '#contract/trackers/import.ts'

/** The apps as they call themselves, in every language. */
export const sourceNames: Readonly<Record<ImportSource, string>> = {
  daylio: 'Daylio',
  bearable: 'Bearable',
}

/** The name of an app; one that this build does not know is shown as it is stored. */
export function sourceName(source: string): string {
  const names: Readonly<Record<string, string>> = sourceNames
  return Object.hasOwn(names, source) ? (names[source] ?? source) : source
}

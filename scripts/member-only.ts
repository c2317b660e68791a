/** What a bundler tells of a module; `importers` are those that need it at once. */
export interface ModuleLinks {
  readonly importers: readonly string[]
}

const visitorRoute = /[\\/]src[\\/]routes[\\/](?!_member|dev\.)/

/**
 * Whether nobody but people logged in load a module: no page of a visitor needs it, directly or through others.
 * Such modules may share a chunk without weighing on the first screens.
 */
export function isMemberOnly(
  id: string,
  linksOf: (id: string) => ModuleLinks | null,
  seen = new Set<string>(),
): boolean {
  if (visitorRoute.test(id)) return false
  seen.add(id)
  const importers = linksOf(id)?.importers ?? []
  return importers.every((one) => seen.has(one) || isMemberOnly(one, linksOf, seen))
}

import type { Rolldown } from 'vite'

/** What a bundler tells of a module; `importers` are those that need it at once. */
export interface ModuleLinks {
  readonly importers: readonly string[]
}
type LinksOf = (id: string) => ModuleLinks | null

/** The person's database and the way to the server: loaded when somebody is, or is about to be, logged in. */
const memberModules = /[\\/](dexie|dexie-react-hooks|ky|uuid)[\\/]|[\\/]src[\\/]offline[\\/]/

/** The texts of the areas behind the login. */
const memberTexts =
  /[\\/]messages[\\/](?:booking|calendar|chat|community|companion|connections|dashboard|library|notices|payments|pricing|profile|providers|quests|reports|settings|sync|trackers|trial|welcome)_/

/** A visitor's try of a quest shares its scripts with members: it must not bring them to the other pages of visitors. */
const visitorRoute = /[\\/]src[\\/]routes[\\/](?!_member|dev\.|try\.)/

/** The first pages of a visitor, each by its route: what one shares with later ones does not weigh on those before it. */
const visitorPages: Readonly<Record<string, RegExp>> = {
  landing: /[\\/]src[\\/]routes[\\/]index\.tsx/,
  login: /[\\/]src[\\/]routes[\\/]login\.tsx/,
}

/** Pages and parts of a few lines that are loaded on demand: each kind travels in one script. */
const smallParts: Readonly<Record<string, RegExp>> = {
  'small-pages':
    /[\\/]src[\\/]routes[\\/](?:_member\.(?:community|parents-community|family-|parenting-coaches|payment\.|calendar\.google|library\.index|library\.add-video|add-intro-video|chats\.index|service-providers\.specialty)|dev\.)/,
  sessions: /[\\/]src[\\/]routes[\\/]_member\.sessions/,
  'visitor-pages':
    /[\\/]src[\\/]routes[\\/](?:biometrics|store|personalization|welcome|forgot-password|reset-password)\.tsx/,
  // What one tap opens over a page that is there already, a visitor's try, and a first login.
  'first-steps':
    /[\\/]src[\\/](?:routes[\\/]try|features[\\/](?:trackers[\\/]check-in-sheet|trial[\\/]trial-quest|welcome[\\/]welcome))\.tsx/,
  'earlier-quests': /[\\/]catalog[\\/][a-z0-9]+-v\d+\.ts/,
}

/**
 * Which modules share a script: what every first page needs, what a login adds, what the pages of members and of visitors
 * share, and a few small pages together. Everything else stays with the page that alone needs it.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'first', tags: ['$initial'], priority: 4 },
  {
    name: 'member',
    test: memberModules,
    priority: 3,
    minShareCount: 2,
    // The contract stays outside: the login form needs its schemas and none of this.
    includeDependenciesRecursively: false,
  },
  // The contract is apart from the screens: `member` needs it too, and chunks that need each other run in the wrong order.
  ...[
    { name: 'terms', test: /[\\/]contract[\\/]/ },
    { name: 'shared', test: /[\\/]src[\\/]/ },
  ].map(({ name, test }) => ({
    name: (id: string, graph: Rolldown.ChunkingContext) =>
      isMemberOnly(id, (each) => graph.getModuleInfo(each)) ? name : null,
    test,
    priority: 2,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  })),
  // All their styles come as one file.
  {
    name: (id: string, graph: Rolldown.ChunkingContext) =>
      isMemberOnly(id, (each) => graph.getModuleInfo(each)) ? 'styles' : null,
    test: /[\\/]src[\\/].*\.css/,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  // The catalogue is imported whole, so who uses a text is known by its name alone.
  { name: 'texts', test: memberTexts, priority: 1, minShareCount: 2 },
  { name: 'visitor-texts', test: /[\\/]paraglide[\\/]/, priority: 1, minShareCount: 2 },
  {
    name: (id: string, graph: Rolldown.ChunkingContext) =>
      Object.keys(visitorPages).find((name) =>
        isNeededBy(visitorPages[name] as RegExp, id, (each) => graph.getModuleInfo(each)),
      ) ?? 'visitor',
    test: /[\\/]src[\\/]/,
    priority: 1,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  { name: 'visitor-terms', test: /[\\/]contract[\\/](?!quests)/, minShareCount: 2 },
  { name: 'lists', test: /[\\/]@tanstack[\\/](react-virtual|virtual-core)[\\/]/, priority: 2 },
  { name: 'forms', test: /[\\/](react-hook-form|@hookform)[\\/]/, minShareCount: 2 },
  ...Object.entries(smallParts).map(([name, test]) => ({ name, test })),
]

/**
 * Whether nobody but people logged in load a module: no page of a visitor needs it, directly or through others.
 * Such modules may share a chunk without weighing on the first screens.
 */
export function isMemberOnly(id: string, linksOf: LinksOf): boolean {
  return !isNeededBy(visitorRoute, id, linksOf)
}

/** Whether a module whose id matches `page` needs this one at once, directly or through others, or is it. */
export function isNeededBy(
  page: RegExp,
  id: string,
  linksOf: LinksOf,
  seen = new Set<string>(),
): boolean {
  if (page.test(id)) return true
  seen.add(id)
  const importers = linksOf(id)?.importers ?? []
  return importers.some((one) => !seen.has(one) && isNeededBy(page, one, linksOf, seen))
}

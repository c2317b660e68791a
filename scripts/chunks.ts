import type { Rolldown } from 'vite'

/** What a bundler tells of a module; `importers` are those that need it at once. */
export interface ModuleLinks {
  readonly importers: readonly string[]
  /** Those that load it on demand. */
  readonly dynamicImporters: readonly string[]
}
type LinksOf = (id: string) => ModuleLinks | null

/** The person's database and the way to the server: loaded when somebody is, or is about to be, logged in. */
const memberModules = /[\\/](dexie|dexie-react-hooks|ky|uuid)[\\/]|[\\/]src[\\/]offline[\\/]/

/** The texts of the areas behind the login. */
const memberTexts =
  /[\\/]messages[\\/](?:booking|calendar|chat|community|companion|connections|dashboard|library|lock|look|notices|payments|pricing|profile|providers|push|quests|reports|settings|sync|trackers|trial|welcome)_/

/** A visitor's try of a quest, and paying for somebody, share scripts with members: they must not bring them to the other pages of visitors. */
const visitorRoute = /[\\/]src[\\/]routes[\\/](?!_member|dev\.|try\.|pay\.)/

/** The first pages of a visitor, each by its route: what one shares with later ones does not weigh on those before it. */
const visitorPages: Readonly<Record<string, RegExp>> = {
  landing: /[\\/]src[\\/]routes[\\/]index\.tsx/,
  login: /[\\/]src[\\/]routes[\\/]login\.tsx/,
}

/** Pages and parts of a few lines that are loaded on demand: each kind travels in one script. By how their paths begin. */
const smallParts: Readonly<Record<string, readonly string[]>> = {
  'small-pages': [
    'src/routes/_member.community',
    'src/routes/_member.parents-community',
    'src/routes/_member.family-',
    'src/routes/_member.parenting-coaches',
    'src/routes/_member.payment.',
    'src/routes/_member.notifications',
    'src/routes/_member.calendar.google',
    'src/routes/_member.library.index',
    'src/routes/_member.library.add-video',
    'src/routes/_member.add-intro-video',
    'src/routes/_member.chats.tsx',
    'src/routes/_member.chats.index',
    'src/routes/_member.service-providers.specialty',
    'src/routes/dev.',
  ],
  sessions: ['src/routes/_member.sessions'],
  circle: [
    'src/routes/_member.circle-of-care',
    'src/routes/_member.conn-dash',
    'src/routes/_member.connection-requests',
    'src/routes/_member.gen-z',
  ],
  'library-lists': [
    'src/routes/_member.library.articles.index',
    'src/routes/_member.library.shelf',
    'src/routes/_member.library.videos',
  ],
  insights: ['src/routes/_member.insights', 'src/i18n/paraglide/messages/insights_'],
  'quest-lists': [
    'src/routes/_member.surveys.index',
    'src/routes/_member.surveys.category',
    'src/features/quests/open-quest',
  ],
  admin: ['src/routes/_member.admin'],
  'visitor-pages': [
    'src/routes/about-us.tsx',
    'src/routes/biometrics.tsx',
    'src/routes/store.tsx',
    'src/routes/personalization.tsx',
    'src/routes/welcome.tsx',
    'src/routes/forgot-password.tsx',
    'src/routes/reset-password.tsx',
  ],
  // What one tap opens over a page that is there already, a visitor's try, and a first login.
  'first-steps': [
    'src/app/appearance.tsx',
    'src/app/logout-flow.tsx',
    'src/routes/try.tsx',
    'src/features/trackers/check-in-sheet.tsx',
    'src/features/trial/trial-quest.tsx',
    'src/features/welcome/welcome.tsx',
    'src/features/account/confirm-email/code-form.tsx',
  ],
}

/** What the forms of visitors send. */
const visitorCalls = [
  'src/features/account/login/front-door-calls.ts',
  'src/features/account/register/register-call.ts',
  'contract/account/registration-api.ts',
]

/** Modules whose paths begin with one of these. */
function under(paths: readonly string[]): RegExp {
  const parts = paths.map((path) => path.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]'))
  return new RegExp(`[\\\\/](?:${parts.join('|')})`)
}

/** A quest is loaded with those that come near it in the alphabet: five scripts of a size in place of one each. */
const questLetters =
  /[\\/]quests[\\/]catalog[\\/](?:([ab])|([e-h])|([i-n])|(p)|([q-z]))[a-z0-9-]*\.ts/

const isContract = /[\\/]contract[\\/]/

/**
 * Which modules share a script: what every first page needs, what a login adds, what the pages of members and of visitors
 * share, and a few small pages together. Everything else stays with the page that alone needs it.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'first', tags: ['$initial'], priority: 4 },
  {
    name: (id) => `quests-${questLetters.exec(id)?.slice(1).findIndex(Boolean)}`,
    test: questLetters,
    priority: 3,
    includeDependenciesRecursively: false,
  },
  // The styles of the kit come first and in one file: those of a feature, whichever page brings them, go over them. A part
  // that needs no other goes along, so that their names alone are no script of their own.
  {
    name: (id, graph) => (isMemberOnly(id, (each) => graph.getModuleInfo(each)) ? 'kit' : null),
    test: /[\\/]src[\\/]ui[\\/](?:.*\.css|companion[\\/]more-faces\.ts)/,
    priority: 3,
    includeDependenciesRecursively: false,
  },
  {
    name: (id, graph) => memberScript(id, (each) => graph.getModuleInfo(each)),
    test: /[\\/](?:src|contract)[\\/]|[\\/](?:dexie|dexie-react-hooks|ky|uuid)[\\/]/,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  // Of later pages the styles of one alone come as one file, after those that pages share.
  {
    name: (id, graph) =>
      isMemberOnly(id, (each) => graph.getModuleInfo(each)) ? 'later-styles' : null,
    test: /[\\/]src[\\/].*\.css/,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  // The catalogue is imported whole, so who uses a text is known by its name alone.
  { name: 'texts', test: memberTexts, priority: 1, minShareCount: 2 },
  { name: 'visitor-texts', test: /[\\/]paraglide[\\/]/, priority: 1, minShareCount: 2 },
  {
    name: (id: string, graph: Rolldown.ChunkingContext) => {
      const linksOf = (each: string) => graph.getModuleInfo(each)
      // Styles that one page alone needs come with the others: as a file of their own they are a request for a few lines.
      return id.includes('.css') || isShared(id, linksOf) ? visitorScript(id, linksOf) : null
    },
    test: /[\\/](?:src[\\/](?!i18n)|contract[\\/])/,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  { name: 'lists', test: /[\\/]@tanstack[\\/](react-virtual|virtual-core)[\\/]/, priority: 2 },
  { name: 'forms', test: /[\\/](react-hook-form|@hookform)[\\/]/, minShareCount: 2 },
  { name: 'visitor-calls', test: under(visitorCalls), includeDependenciesRecursively: false },
  ...Object.entries(smallParts).map(([name, paths]) => ({ name, test: under(paths) })),
]

/** What is named here and matches none of a build's modules: files that were renamed or are gone. */
export function deadRules(moduleIds: readonly string[]): string[] {
  const named = new Map([
    ...[...Object.values(smallParts), visitorCalls]
      .flat()
      .map((path) => [path, under([path])] as const),
    ...Object.entries(visitorPages),
    ...turns.map(([prefix, needing]) => [`the turn ${prefix}`, needing] as const),
  ])
  return [...named].flatMap(([name, test]) => (moduleIds.some((id) => test.test(id)) ? [] : [name]))
}

/** Pages of members, and what all of these share: `_member`, which is around each page, is loaded with it. */
const memberPage =
  /^assets\/(?:_member\.|small-pages-|sessions-|circle-|library-lists-|insights-|quest-lists-|admin-)/
const memberBase = /^assets\/(?:kit|member|shared|texts|visitor-texts|visitor-terms|landing|login)-/

/** What is asked for with a script; a page of members names only what the frame around it does not. */
export function loadedWithPage(file: string, needed: string[]): string[] {
  return memberPage.test(file)
    ? needed.filter((one) => one !== file && !memberBase.test(one))
    : needed
}

/** The frame around the pages of members, the trackers, and what opens the person's database. */
const startPage =
  /[\\/]src[\\/](?:routes[\\/]_member(?:\.trackers)?\.tsx|session[\\/]member-database\.ts)/

/**
 * What people logged in share, in the order in which a start needs it: with the frame and the trackers, with the dashboard,
 * once the first screen stands, and with any later page. A script runs whole, so a start loads none that it can do without.
 */
const turns: readonly (readonly [prefix: string, needing: RegExp])[] = [
  ['', startPage],
  ['today-', /[\\/]src[\\/]routes[\\/]_member\.dashboard\.tsx/],
  ['after-', /[\\/]src[\\/]app[\\/]background-services\.ts/],
]

/** A turn's screens and what they need without one are asked for together, and the database's last turn is a few lines. */
const joined: Readonly<Record<string, string>> = {
  'today-member': 'today-shared',
  'after-member': 'after-shared',
  'later-member': 'after-shared',
}

function inTurn(name: string, id: string, linksOf: LinksOf): string {
  const prefix = turns.find(([, needing]) => isNeededBy(needing, id, linksOf))?.[0] ?? 'later-'
  return joined[prefix + name] ?? prefix + name
}

/**
 * The script of a module that people logged in share; null for a screen or words of visitors, and for one of a single page. The
 * database, the way to the server and the contract need no screen: what of them a start needs is apart from the screens.
 */
function memberScript(id: string, linksOf: LinksOf): string | null {
  const isBase = memberModules.test(id) || (isContract.test(id) && isMemberOnly(id, linksOf))
  if (isBase) return isShared(id, linksOf) ? inTurn('member', id, linksOf) : null
  if (!isMemberOnly(id, linksOf)) return null
  const script = inTurn('shared', id, linksOf)
  // With what a start shares come the styles of its pages.
  const isStyles = id.includes('.css') && !script.startsWith('later-')
  return isStyles || isShared(id, linksOf) ? script : null
}

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

/** The script of a module that visitors share: that of the first page that needs it, or one for the pages behind these. */
function visitorScript(id: string, linksOf: LinksOf): string {
  const page = Object.keys(visitorPages).find((name) =>
    isNeededBy(visitorPages[name] as RegExp, id, linksOf),
  )
  if (page) return page
  const name = isContract.test(id) ? 'visitor-terms' : 'visitor'
  // Forms of many steps weigh on no start of a member.
  return isNeededBy(startPage, id, linksOf) ? name : `later-${name}`
}

/** Whether parts of the app that are loaded by themselves share a module; one that comes after another finds it there. */
export function isShared(id: string, linksOf: LinksOf): boolean {
  const needing = new Set([id])
  for (const each of needing) linksOf(each)?.importers.forEach((one) => needing.add(one))
  const isPart = (each: string) => linksOf(each)?.dynamicImporters.some((one) => !needing.has(one))
  return [...needing].filter(isPart).length > 1
}

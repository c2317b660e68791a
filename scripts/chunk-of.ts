/** What a bundler knows of a module: its text, the modules that need it at once, and those that it needs. */
export interface ModuleFacts {
  readonly code: string | null
  readonly importers: readonly string[]
  readonly importedIds: readonly string[]
}

/** Finds what the bundler knows of a module; null for one that it does not know. */
export type FactsOf = (id: string) => ModuleFacts | null

/** The pages that share a chunk, by the first word of their path. A page that no area names has a chunk of its own. */
const areas: Readonly<Record<string, readonly string[]>> = {
  visitor: [
    'about-us',
    'biometrics',
    'forgot-password',
    'personalization',
    'reset-password',
    'store',
    'welcome',
  ],
  care: ['booking', 'calendar', 'payment', 'pricing', 'service-providers', 'sessions'],
  people: [
    'circle-of-care',
    'community',
    'conn-dash',
    'connection-requests',
    'family-constellation',
    'family-dynamics',
    'gen-z',
    'parenting-coaches',
    'parents-community',
  ],
  'edit-profile': ['add-intro-video', 'edit-profile'],
  quests: ['app-surveys', 'surveys'],
}

/** Modules below this size get no chunk of their own. */
const smallChars = 3_500

const routeFile = /[\\/]src[\\/]routes[\\/]([^?]+)\.tsx/
const textFile = /[\\/]paraglide[\\/]messages[\\/](\w+)\.js$/
const packageFile = /[\\/]node_modules[\\/]/
const chartPackage = /[\\/](?:chart\.js|react-chartjs-2)[\\/]/
const memberPrefix = 'member:'

/**
 * Names the chunk of each module by the pages that need it: one area, several areas of members, or visitors too. A
 * dependency is needed by at least the pages of its importers, so chunks named this way do not need each other.
 * Null leaves a module to the bundler.
 */
export function createChunkOf(): (id: string, factsOf: FactsOf) => string | null {
  const known = new Map<string, ReadonlySet<string>>()
  let textUsers: ReadonlyMap<string, readonly string[]> | undefined

  return (id, factsOf) => {
    const text = textFile.exec(id)?.[1]
    if (text === undefined) return chunkFor(id, rootsOf(id, factsOf, known), factsOf)
    textUsers ??= readTextUsers(id.replace(/\w+\.js$/, '_index.js'), factsOf)
    const users = textUsers.get(text) ?? []
    const roots = new Set(users.flatMap((user) => [...rootsOf(user, factsOf, known)]))
    return roots.size === 0 ? null : chunkFor(id, roots, factsOf)
  }
}

function chunkFor(id: string, roots: ReadonlySet<string>, factsOf: FactsOf): string | null {
  if (id.includes('.css')) return [...roots].every(isMember) ? 'shared' : 'common'
  const [only = ''] = roots
  if (roots.size > 1) return sharedChunk(id, roots, factsOf)
  return isPart(only) ? partChunk(id, factsOf(only)) : only.replace(memberPrefix, '')
}

function sharedChunk(id: string, roots: ReadonlySet<string>, factsOf: FactsOf): string | null {
  if (packageFile.test(id) && !isSmall(factsOf(id))) return null
  if (roots.has('index') || roots.has('login')) return 'common'
  if ([...roots].some((root) => !isMember(root) && !isPart(root))) return 'open'
  return /[\\/]contract[\\/]/.test(id) ? 'terms' : 'shared'
}

/** Small parts that load on demand share a chunk, except those that bring the charts' library with them. */
function partChunk(id: string, part: ModuleFacts | null): string | null {
  const drawsCharts = part?.importedIds.some((one) => chartPackage.test(one)) ?? false
  return packageFile.test(id) || drawsCharts || !isSmall(part) ? null : 'parts'
}

function isSmall(facts: ModuleFacts | null): boolean {
  return (facts?.code?.length ?? 0) < smallChars
}

/** Whether a root is a module that loads on demand, and no page. */
function isPart(root: string): boolean {
  return root.includes('/')
}

function isMember(root: string): boolean {
  return root.startsWith(memberPrefix)
}

/** The areas, and the modules loaded on demand, that need a module at once. */
function rootsOf(
  id: string,
  factsOf: FactsOf,
  known: Map<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const found = known.get(id)
  if (found) return found
  const roots = new Set<string>()
  const seen = new Set([id])
  for (const each of seen) {
    const route = routeFile.exec(each)?.[1]
    const importers = factsOf(each)?.importers ?? []
    if (route !== undefined) roots.add(areaOf(route))
    else if (importers.length === 0) roots.add(each)
    else for (const one of importers) seen.add(one)
  }
  known.set(id, roots)
  return roots
}

function areaOf(route: string): string {
  const [first = '', second = 'shared'] = route.split('.')
  // The page of the kit is empty in a built app.
  if (first === 'dev') return `${memberPrefix}parts`
  const page = first === '_member' ? second : first
  const area = Object.entries(areas).find(([, pages]) => pages.includes(page))?.[0] ?? page
  return first === '_member' ? memberPrefix + area : area
}

/** The modules that use each text, read from their source: the bundler knows only that they import the catalogue. */
function readTextUsers(index: string, factsOf: FactsOf): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>()
  for (const user of catalogueUsers(index, factsOf)) {
    for (const [text] of (factsOf(user)?.code ?? '').matchAll(/\b[a-z]+_\w+/g)) {
      users.set(text, [...(users.get(text) ?? []), user])
    }
  }
  return users
}

function catalogueUsers(index: string, factsOf: FactsOf): readonly string[] {
  return (factsOf(index)?.importers ?? []).flatMap((one) =>
    /[\\/]paraglide[\\/]/.test(one) ? catalogueUsers(one, factsOf) : [one],
  )
}

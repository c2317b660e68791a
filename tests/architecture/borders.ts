/** Who may import what: the first border whose folders hold a file judges each of its imports. */
interface Border {
  readonly name: string
  readonly of: readonly string[]
  readonly may: (target: string, importer: string) => boolean
}

const kit = ['src/ui', 'src/lib', 'src/i18n']

/**
 * Which features a screen feature may import besides itself. A pair needs a screen of the first that shows a part of the
 * second; the list has no cycle. Features that meet on equal terms meet in a route.
 */
export const featurePairs: Readonly<Record<string, readonly string[]>> = {
  account: ['calendar', 'library', 'lock', 'look', 'pricing', 'push', 'quests', 'safety', 'sync'],
  booking: ['connections', 'payments', 'providers', 'safety'],
  brief: ['booking', 'connections', 'quests', 'safety', 'trackers'],
  chat: ['connections', 'safety'],
  companion: ['quests', 'trackers'],
  connections: ['safety'],
  dashboard: [
    'account',
    'booking',
    'chat',
    'companion',
    'connections',
    'library',
    'look',
    'notices',
    'providers',
    'push',
    'quests',
    'safety',
    'sync',
    'trackers',
    'welcome',
  ],
  library: ['connections', 'safety'],
  'payment-requests': ['booking', 'payments', 'pricing'],
  pricing: ['payments'],
  providers: ['connections', 'library', 'pricing', 'safety'],
  push: ['trackers'],
  quests: ['safety'],
  sharing: ['account', 'brief', 'connections', 'quests', 'safety'],
  sync: ['chat', 'quests', 'trackers'],
  trackers: ['quests', 'safety'],
  trial: ['quests', 'safety', 'trackers'],
  welcome: ['quests', 'safety', 'trackers', 'trial'],
}
const drawing =
  /^package:(react|react-dom|react-hook-form|@tanstack|@hookform|radix-ui|chart\.js|react-chartjs|dexie-react)/
const deviceData = /^package:(dexie|idb-keyval|ky)\b/
const offlinePackages = /^package:(workbox-.+|dexie|idb-keyval|ky|valibot)$/

/** Borders of the design, 'May import'. */
const borders: readonly Border[] = [
  {
    name: 'contract imports contract and its schema library',
    of: ['contract'],
    may: (target) => isBelow(target, ['contract']) || target === 'package:valibot',
  },
  {
    name: 'a server feature imports another one through its index alone',
    of: ['server/features'],
    may: (target, importer) =>
      isForServer(target) && (isSameFeature(importer, target) || isNoFeatureInside(target)),
  },
  {
    name: 'the server under its features knows none of them',
    of: ['server/http', 'server/db', 'server/ports'],
    may: (target) => isForServer(target) && !isBelow(target, ['server/features']),
  },
  {
    name: 'the server imports contract and itself, and features through their index alone',
    of: ['server'],
    may: (target) => isForServer(target) && isNoFeatureInside(target),
  },
  {
    name: 'the offline core imports contract and itself, and nothing that draws',
    of: ['src/offline'],
    may: (target) => isBelow(target, ['contract', 'src/offline']) || offlinePackages.test(target),
  },
  {
    name: 'the worker imports contract, the offline core, ids and workbox',
    of: ['sw'],
    may: (target) =>
      isBelow(target, ['contract', 'src/offline', 'sw']) ||
      target === 'package:uuid' ||
      offlinePackages.test(target),
  },
  {
    name: 'the texts know the words of the contract, and no feature and no data',
    of: ['src/i18n'],
    may: (target) =>
      isBelow(target, ['contract', ...kit]) ||
      (isBrowserPackage(target) && !deviceData.test(target)),
  },
  {
    name: 'the kit knows no feature, no contract and no data',
    of: kit,
    may: (target) => isBelow(target, kit) || (isBrowserPackage(target) && !deviceData.test(target)),
  },
  {
    name: 'the session imports contract, offline and the kit',
    of: ['src/session'],
    may: (target) =>
      isBelow(target, ['contract', 'src/offline', 'src/session', ...kit]) ||
      isBrowserPackage(target),
  },
  {
    name: 'the data primitive imports contract, offline, the session and the kit',
    of: ['src/data'],
    may: (target) =>
      isBelow(target, ['contract', 'src/offline', 'src/session', 'src/data', ...kit]) ||
      isBrowserPackage(target),
  },
  {
    name: 'a screen feature imports contract, offline, the session, the data primitive, the kit, itself and its listed pairs',
    of: ['src/features'],
    may: (target, importer) =>
      isBelow(target, ['contract', 'src/offline', 'src/session', 'src/data', ...kit]) ||
      isScreenPackage(target) ||
      isSameFeature(importer, target) ||
      isListedPair(importer, target),
  },
  {
    name: 'app and routes import the client and contract',
    of: ['src'],
    may: (target) => isBelow(target, ['contract', 'src']) || isScreenPackage(target),
  },
]

/** The name of the border that an import breaks; undefined when it is allowed. */
export function brokenBorder(importer: string, target: string): string | undefined {
  const border = borders.find(({ of }) => isBelow(importer, of))
  return border && !border.may(target, importer) ? border.name : undefined
}

/** The features of the server that each of them imports, by name. */
export function featureImports(
  imports: Iterable<readonly [importer: string, target: string]>,
): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const [importer, target] of imports) {
    const [from, to] = [serverFeatureOf(importer), serverFeatureOf(target)]
    if (from && to && from !== to) found.set(from, (found.get(from) ?? new Set()).add(to))
  }
  return found
}

/** A way from a feature back to itself, each importing the next; undefined where there is none. */
export function featureCycle(
  imports: ReadonlyMap<string, ReadonlySet<string>>,
): string[] | undefined {
  const done = new Set<string>()
  function walk(path: readonly string[]): string[] | undefined {
    const here = path.at(-1) ?? ''
    if (path.indexOf(here) < path.length - 1) return path.slice(path.indexOf(here))
    if (done.has(here)) return undefined
    for (const next of imports.get(here) ?? []) {
      const cycle = walk([...path, next])
      if (cycle) return cycle
    }
    done.add(here)
    return undefined
  }
  return [...imports.keys()].map((feature) => walk([feature])).find((cycle) => cycle)
}

function serverFeatureOf(path: string): string | undefined {
  return /^server\/features\/([^/]+)\//.exec(path)?.[1]
}

/** Outside of features, or the public face of one. */
function isNoFeatureInside(target: string): boolean {
  return serverFeatureOf(target) === undefined || target.endsWith('/index.ts')
}

function isBelow(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path.startsWith(`${folder}/`))
}

function isForServer(target: string): boolean {
  if (isPackage(target)) return !drawing.test(target) && !deviceData.test(target)
  return isBelow(target, ['contract', 'server'])
}

function isPackage(target: string): boolean {
  return target.startsWith('package:')
}

function isBrowserPackage(target: string): boolean {
  return isPackage(target) && !target.startsWith('package:node:')
}

/** Screens follow the database through the data primitive, which repeats a read that was cut short. */
function isScreenPackage(target: string): boolean {
  return isBrowserPackage(target) && target !== 'package:dexie-react-hooks'
}

function isSameFeature(importer: string, target: string): boolean {
  const feature = /^(server|src)\/features\/[^/]+\//.exec(importer)?.[0]
  return feature !== undefined && target.startsWith(feature)
}

function isListedPair(importer: string, target: string): boolean {
  const pairs = featurePairs[screenFeature(importer) ?? ''] ?? []
  return pairs.includes(screenFeature(target) ?? '')
}

function screenFeature(path: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1]
}

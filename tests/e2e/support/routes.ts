import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { AnyRouter } from '@tanstack/react-router'
import type { UserType } from '#contract/account/model.ts'

/** Somebody with a login, as guards tell them apart. */
export type MemberKind = UserType | 'superAdmin'

/** Who may open an address. */
export type Admitted = 'everybody' | readonly MemberKind[]

export interface Address {
  readonly path: string
  readonly admitted: Admitted
}

const members = ['Adolescent', 'Parent', 'ServiceProvider'] as const satisfies UserType[]

/** Decisions, 'Guards': the first rule that a route's address begins with. */
const rules: readonly (readonly [RegExp, Admitted])[] = [
  [/^\/community\/parents/, ['Parent']],
  [/^\/community\/genz/, ['Parent', 'Adolescent']],
  [/^\/safety-plan\b/, ['Adolescent', 'ServiceProvider']],
  [/^\/(trackers|insights|surveys|app-surveys|community)\b/, ['Adolescent']],
  [/^\/(parents-community|family-dynamics|family-constellation|parenting-coaches)\b/, ['Parent']],
  [
    /^\/(connection-requests|library\/create-article|library\/add-video|add-intro-video|calendar)\b/,
    ['ServiceProvider'],
  ],
  [/^\/(pricing|admin)\b/, ['superAdmin']],
  [/^\/(booking|ask-to-pay)\b/, ['Adolescent', 'Parent']],
  [
    /^\/(dashboard|profile|edit-profile|chats|library|circle-of-care|conn-dash|service-providers|gen-z|not-sent|notifications|payment|sessions|who-sees-what)\b/,
    members,
  ],
  [
    /^\/($|about-us|login|register|forgot-password|reset-password|welcome|try|personalization|store|biometrics|help|pay\/)/,
    'everybody',
  ],
]

/** What stands for a parameter in an address; each gives an address of its own. */
const samples: Readonly<Record<string, readonly string[]>> = {
  chatId: ['01890000-0000-7000-8000-000000000000'],
  providerId: ['01890000-0000-7000-8000-000000000000'],
  sessionId: ['sandbox_01890000-0000-7000-8000-000000000000'],
  room: ['boys', 'girls', 'mixed', 'parents', 'genz'],
  specialty: ['Psychotherapist'],
  id: ['01890000-0000-7000-8000-000000000000'],
  questId: ['1', '6', '12', '99'],
  category: ['personality', 'Mood', 'BEHAVIOR', 'luck'],
}

/** An address of every route that the router knows. Throws for a route without a rule: it must get one here. */
export function everyAddress(): Address[] {
  return routePaths().flatMap((route) =>
    fill(route).map((path) => {
      const rule = rules.find(([pattern]) => pattern.test(path))
      if (!rule) throw new Error(`Who may open ${path}? Say it in tests/e2e/support/routes.ts.`)
      return { path, admitted: rule[1] }
    }),
  )
}

/** Whether somebody, or a visitor without a login, gets in. */
export function mayEnter(admitted: Admitted, kind: MemberKind | undefined): boolean {
  return admitted === 'everybody' || (kind !== undefined && admitted.includes(kind))
}

/** Each address once, with one of those who may open it: a visitor, or the member who has the fewest. */
export function sharesOf(
  kinds: readonly (MemberKind | undefined)[],
): Map<MemberKind | undefined, string[]> {
  const shares = new Map(kinds.map((kind) => [kind, new Array<string>()]))
  const load = (kind: MemberKind | undefined) =>
    kind === undefined ? 0 : (shares.get(kind)?.length ?? 0)
  for (const { path, admitted } of everyAddress()) {
    const [least] = kinds
      .filter((kind) => mayEnter(admitted, kind))
      .toSorted((one, other) => load(one) - load(other))
    shares.get(least)?.push(path)
  }
  return shares
}

/** As a link of the app leads there, without a new start; the guards of the way have been asked when this resolves. */
export async function followLink(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), path)
  await page.waitForFunction(() => {
    const { location, resolvedLocation, status } = globalThis.__TSR_ROUTER__.state
    const isKnown = location.pathname === globalThis.location.pathname
    return isKnown && status === 'idle' && resolvedLocation?.href === location.href
  })
}

declare global {
  /** The router's own handle for its tools. */
  var __TSR_ROUTER__: AnyRouter
}

/** The router's own list, as its generator writes it. */
function routePaths(): string[] {
  const generated = readFileSync(new URL('../../../src/routeTree.gen.ts', import.meta.url), 'utf8')
  const list = /interface FileRoutesByFullPath \{([^}]*)\}/.exec(generated)?.[1] ?? ''
  const paths = [...list.matchAll(/'([^']+)'/g)].map(([, path = '']) => path)
  if (paths.length === 0) throw new Error('The route tree lists no routes')
  // What is there for development alone is no part of the build.
  return paths
    .filter((path) => !path.startsWith('/dev/'))
    .map((path) => path.replace(/(.)\/$/, '$1'))
}

function fill(route: string): string[] {
  const parameter = /\$(\w+)/.exec(route)
  if (!parameter) return [route]
  const values = samples[parameter[1] ?? ''] ?? ['sample']
  return values.flatMap((value) => fill(route.replace(parameter[0], value)))
}

import { isSuperAdmin, type UserPayload, type UserType } from '#contract/account/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { IconName } from '#src/ui/image/icon-paths.ts'

/** A page that the navigation leads to. */
export interface Destination {
  readonly href: string
  /** What is asked of the page besides its address. */
  readonly search?: Readonly<Record<string, string>>
  readonly label: () => string
  /** One word for the bottom bar, where the label is longer than that. */
  readonly short?: () => string
  readonly icon: IconName
  /** Pages that are reached from here without being below its address. */
  readonly also?: readonly string[]
}

const destinations = {
  register: { href: '/register', label: m.shell_nav_register, icon: 'edit', also: ['/welcome'] },
  login: {
    href: '/login',
    label: m.shell_nav_login,
    icon: 'login',
    also: ['/forgot-password', '/reset-password'],
  },
  profile: {
    href: '/profile',
    label: m.shell_nav_profile,
    icon: 'profile',
    also: ['/edit-profile', '/add-intro-video', '/calendar'],
  },
  settings: {
    href: '/profile',
    search: { tab: 'settings' },
    label: m.shell_nav_settings,
    icon: 'settings',
    also: ['/profile?tab=settings'],
  },
  sharing: { href: '/who-sees-what', label: m.sharing_title, icon: 'eye' },
  home: {
    href: '/',
    label: m.shell_nav_home,
    icon: 'home',
    also: ['/try', '/personalization', '/biometrics', '/store'],
  },
  about: { href: '/about-us', label: m.shell_nav_about, icon: 'info' },
  dashboard: {
    href: '/dashboard',
    label: m.shell_nav_dashboard,
    icon: 'dashboard',
    also: ['/not-sent', '/notifications'],
  },
  trackers: {
    href: '/trackers',
    label: m.shell_nav_trackers,
    icon: 'smile',
    also: ['/insights', '/safety-plan'],
  },
  circle: {
    href: '/circle-of-care',
    label: m.shell_card_circle_title,
    icon: 'heart',
    also: ['/conn-dash', '/gen-z'],
  },
  chats: { href: '/chats', label: m.shell_nav_chats, icon: 'chat' },
  library: { href: '/library', label: m.shell_nav_library, icon: 'library' },
  shelf: { href: '/library/shelf', label: m.shell_nav_shelf, icon: 'install' },
  providers: {
    href: '/service-providers',
    label: m.shell_nav_providers,
    icon: 'providers',
    also: ['/booking'],
  },
  quests: {
    href: '/surveys',
    label: m.shell_nav_quests,
    icon: 'quests',
    also: ['/app-surveys'],
  },
  community: { href: '/community', label: m.shell_nav_community, icon: 'community' },
  familyDynamics: {
    href: '/family-dynamics',
    label: m.shell_nav_family_dynamics,
    short: m.shell_nav_family_dynamics_short,
    icon: 'home',
    also: ['/family-constellation', '/parenting-coaches', '/service-providers', '/booking'],
  },
  parentsCommunity: {
    href: '/parents-community',
    label: m.shell_nav_community,
    icon: 'community',
    also: ['/community'],
  },
  connectionRequests: {
    href: '/connection-requests',
    label: m.shell_nav_connection_requests,
    short: m.shell_nav_connection_requests_short,
    icon: 'bell',
  },
  createArticle: {
    href: '/library/create-article',
    label: m.shell_nav_create_article,
    icon: 'edit',
  },
  addVideo: { href: '/library/add-video', label: m.shell_nav_add_video, icon: 'plus' },
  sessions: {
    href: '/sessions',
    label: m.shell_nav_sessions,
    short: m.shell_nav_sessions_short,
    icon: 'calendar',
  },
  payments: { href: '/payment', label: m.shell_nav_payments, icon: 'copy' },
  pricing: { href: '/pricing', label: m.shell_nav_pricing, icon: 'settings' },
  reports: { href: '/admin/reports', label: m.shell_nav_reports, icon: 'alert' },
  reviews: {
    href: '/admin/reviews',
    label: m.shell_nav_reviews,
    short: m.shell_nav_reviews_short,
    icon: 'check',
  },
} as const satisfies Record<string, Destination>

export type DestinationId = keyof typeof destinations

/** Where somebody can go. */
export interface Menu {
  /** The bottom bar of a phone, before its 'More'. */
  readonly bar: readonly DestinationId[]
  /** Spec 2: the navigation bar of the role; with `more` it is whole. */
  readonly main: readonly DestinationId[]
  readonly more: readonly DestinationId[]
}

/** What everybody with a login has besides; a superAdmin has no sessions, shelf or circle to look after. */
const everybodyLoggedIn = ['profile', 'sharing', 'settings', 'home', 'about'] as const
const clients = ['circle', 'shelf', 'sessions', 'payments'] as const

/** The communities, whose rooms have no content yet, come last of what a role has of its own. */
const menus: Record<UserType, Menu> = {
  Parent: {
    bar: ['dashboard', 'familyDynamics', 'library', 'chats'],
    main: ['dashboard', 'chats', 'library', 'familyDynamics'],
    more: [...clients, 'parentsCommunity', ...everybodyLoggedIn],
  },
  Adolescent: {
    bar: ['dashboard', 'quests', 'chats'],
    main: ['dashboard', 'quests', 'chats', 'library', 'providers'],
    more: ['trackers', ...clients, 'community', ...everybodyLoggedIn],
  },
  // A care provider is booked and does not pay.
  ServiceProvider: {
    bar: ['dashboard', 'sessions', 'connectionRequests', 'chats'],
    main: ['dashboard', 'chats', 'library', 'connectionRequests', 'createArticle', 'addVideo'],
    more: ['sessions', 'circle', 'shelf', ...everybodyLoggedIn],
  },
}
const loggedOut: Menu = {
  bar: ['register', 'login', 'profile', 'home'],
  main: ['register', 'login', 'profile', 'home', 'about'],
  more: [],
}
/** A superAdmin's work, instead of the pages of the kind of account that they also are. */
const superAdmin: Menu = {
  bar: ['dashboard', 'reviews', 'reports', 'chats'],
  main: ['dashboard', 'reviews', 'reports', 'pricing', 'chats', 'library'],
  more: everybodyLoggedIn,
}

export function destination(id: DestinationId): Destination {
  return destinations[id]
}

/** The pages that a person can go to. */
export function destinationsFor(user: Pick<UserPayload, 'userT' | 'role'> | undefined): Menu {
  if (!user) return loggedOut
  return isSuperAdmin(user) ? superAdmin : menus[user.userT]
}

/** Which of a menu's places a page belongs to: the one whose address says most of the page's own (path and search). */
export function placeOf(address: string, { main, more }: Menu): DestinationId | undefined {
  const path = /^[^?]*/.exec(address)?.[0] ?? ''
  let found: { id: DestinationId; length: number } | undefined
  for (const id of [...main, ...more]) {
    const { href, search, also = [] } = destination(id)
    for (const prefix of search ? also : [href, ...also]) {
      const holds = prefix === address || prefix === path || path.startsWith(`${prefix}/`)
      if (holds && prefix.length > (found?.length ?? 0)) found = { id, length: prefix.length }
    }
  }
  return found?.id
}

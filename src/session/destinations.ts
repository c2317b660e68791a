import { isSuperAdmin, type UserPayload, type UserType } from '#contract/account/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { IconName } from '#src/ui/image/icon-paths.ts'

/** A page that the navigation leads to. */
export interface Destination {
  readonly href: string
  readonly label: () => string
  /** One word for the bottom bar, where the label is longer than that. */
  readonly short?: () => string
  readonly icon: IconName
}

const destinations = {
  register: { href: '/register', label: m.shell_nav_register, icon: 'edit' },
  login: { href: '/login', label: m.shell_nav_login, icon: 'login' },
  profile: { href: '/profile', label: m.shell_nav_profile, icon: 'profile' },
  home: { href: '/', label: m.shell_nav_home, icon: 'home' },
  about: { href: '/about-us', label: m.shell_nav_about, icon: 'info' },
  dashboard: { href: '/dashboard', label: m.shell_nav_dashboard, icon: 'dashboard' },
  chats: { href: '/chats', label: m.shell_nav_chats, icon: 'chat' },
  library: { href: '/library', label: m.shell_nav_library, icon: 'library' },
  providers: {
    href: '/service-providers',
    label: m.shell_nav_providers,
    short: m.shell_nav_providers_short,
    icon: 'providers',
  },
  quests: { href: '/surveys', label: m.shell_nav_quests, icon: 'quests' },
  community: { href: '/community', label: m.shell_nav_community, icon: 'community' },
  familyDynamics: {
    href: '/family-dynamics',
    label: m.shell_nav_family_dynamics,
    short: m.shell_nav_family_dynamics_short,
    icon: 'heart',
  },
  parentsCommunity: {
    href: '/parents-community',
    label: m.shell_nav_community,
    icon: 'community',
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
  sessions: { href: '/sessions', label: m.shell_nav_sessions, icon: 'calendar' },
  payments: { href: '/payment', label: m.shell_nav_payments, icon: 'copy' },
  pricing: { href: '/pricing', label: m.shell_nav_pricing, icon: 'settings' },
  reports: { href: '/admin/reports', label: m.shell_nav_reports, icon: 'alert' },
  reviews: { href: '/admin/reviews', label: m.shell_nav_reviews, icon: 'check' },
} as const satisfies Record<string, Destination>

export type DestinationId = keyof typeof destinations

/** Spec 2: the navigation bar by role, in its order. */
const mainByType: Record<UserType, readonly DestinationId[]> = {
  Parent: ['dashboard', 'chats', 'library', 'familyDynamics', 'parentsCommunity'],
  Adolescent: ['dashboard', 'chats', 'library', 'providers', 'quests', 'community'],
  ServiceProvider: [
    'dashboard',
    'chats',
    'library',
    'connectionRequests',
    'createArticle',
    'addVideo',
  ],
}
const loggedOut: readonly DestinationId[] = ['register', 'login', 'profile', 'home', 'about']
/** A superAdmin's work, instead of the pages of the kind of account that they also are. */
const superAdmins: readonly DestinationId[] = [
  'dashboard',
  'reviews',
  'reports',
  'pricing',
  'chats',
  'library',
]
/** What goes with booking: a care provider is booked and does not pay, a superAdmin neither books nor is booked. */
const sessionsByType: Record<UserType, readonly DestinationId[]> = {
  Parent: ['sessions', 'payments'],
  Adolescent: ['sessions', 'payments'],
  ServiceProvider: ['sessions'],
}
const everybodyLoggedIn: readonly DestinationId[] = ['profile', 'home', 'about']

export function destination(id: DestinationId): Destination {
  return destinations[id]
}

/** The pages that a person can go to: the main ones of their role, and the ones behind 'More'. */
export function destinationsFor(user: Pick<UserPayload, 'userT' | 'role'> | undefined): {
  main: readonly DestinationId[]
  more: readonly DestinationId[]
} {
  if (!user) return { main: loggedOut, more: [] }
  if (isSuperAdmin(user)) return { main: superAdmins, more: everybodyLoggedIn }
  return {
    main: mainByType[user.userT],
    more: [...sessionsByType[user.userT], ...everybodyLoggedIn],
  }
}

import { describe, expect, test } from 'vitest'
import { destination, destinationsFor, placeOf } from '#src/session/destinations.ts'

type Who = Parameters<typeof destinationsFor>[0]

const teen: Who = { userT: 'Adolescent' }
const parent: Who = { userT: 'Parent' }
const provider: Who = { userT: 'ServiceProvider' }
const superAdmin: Who = { userT: 'Parent', role: 'SUPERADMIN' }

/** Spec 2: where the navigation bar of each role leads; all logged in also get the last three. */
const everybody = ['/profile', '/', '/about-us']
const links: readonly (readonly [string, Who, readonly string[]])[] = [
  ['a visitor', undefined, ['/register', '/login', '/profile', '/', '/about-us']],
  [
    'a parent',
    parent,
    ['/dashboard', '/chats', '/library', '/family-dynamics', '/parents-community', ...everybody],
  ],
  [
    'a young person',
    teen,
    [
      '/dashboard',
      '/chats',
      '/library',
      '/service-providers',
      '/surveys',
      '/community',
      ...everybody,
      // Ours: what a young person would look for.
      '/trackers',
      '/circle-of-care',
      '/library/shelf',
      '/sessions',
      '/payment',
    ],
  ],
  [
    'a care provider',
    provider,
    [
      '/dashboard',
      '/chats',
      '/library',
      '/connection-requests',
      '/library/create-article',
      '/library/add-video',
      ...everybody,
      '/sessions',
    ],
  ],
  ['a superAdmin', superAdmin, ['/dashboard', '/chats', '/library', '/pricing', ...everybody]],
]

describe('the navigation by role (spec 2)', () => {
  test.each(links)('%s reaches every page of their role', (_, who, wanted) => {
    const { main, more } = destinationsFor(who)
    const hrefs = [...main, ...more].map((id) => destination(id).href)
    expect(hrefs).toEqual(expect.arrayContaining([...wanted]))
  })

  test.each(links)(
    'the bottom bar of %s has at most four places, each in the menu too',
    (_, who) => {
      const { bar, main, more } = destinationsFor(who)
      expect(bar.length).toBeLessThanOrEqual(4)
      expect([...main, ...more]).toEqual(expect.arrayContaining([...bar]))
    },
  )

  test('a young person has Today, Quests and Chats around the check-in button', () => {
    expect(destinationsFor(teen).bar).toEqual(['dashboard', 'quests', 'chats'])
  })

  test('nothing is in a menu twice', () => {
    for (const [, who] of links) {
      const { main, more } = destinationsFor(who)
      const all = [...main, ...more]
      expect(new Set(all).size).toBe(all.length)
    }
  })

  test('a superAdmin has no pages or sessions of a parent', () => {
    const { main, more } = destinationsFor(superAdmin)
    expect([...main, ...more]).not.toContain('familyDynamics')
    expect([...main, ...more]).not.toContain('sessions')
  })
})

describe('each page lights its place', () => {
  test.each([
    ['/dashboard', teen, 'dashboard'],
    ['/not-sent', teen, 'dashboard'],
    ['/surveys/3', teen, 'quests'],
    ['/surveys/category/mood', teen, 'quests'],
    ['/trackers', teen, 'trackers'],
    ['/insights', teen, 'trackers'],
    ['/chats/0189', teen, 'chats'],
    ['/library/articles/0189', teen, 'library'],
    ['/library/shelf', teen, 'shelf'],
    ['/booking/0189', teen, 'providers'],
    ['/service-providers/specialty/Art%20Therapist', teen, 'providers'],
    ['/conn-dash', teen, 'circle'],
    ['/community/girls', teen, 'community'],
    ['/profile', teen, 'profile'],
    ['/profile?tab=settings', teen, 'settings'],
    ['/edit-profile?tab=bio', teen, 'profile'],
    ['/payment/success?session_id=1', teen, 'payments'],
    ['/', teen, 'home'],
    ['/store', teen, 'home'],
    ['/service-providers/0189', parent, 'familyDynamics'],
    ['/community/genz', parent, 'parentsCommunity'],
    ['/gen-z/0189', provider, 'circle'],
    ['/library/create-article', provider, 'createArticle'],
    ['/library/videos', provider, 'library'],
    ['/admin/reviews', superAdmin, 'reviews'],
    ['/login?redirect=%2Fchats', undefined, 'login'],
    ['/reset-password', undefined, 'login'],
  ] as const)('%s', (address, who, place) => {
    expect(placeOf(address, destinationsFor(who))).toBe(place)
  })

  test('an address that only begins like a place is none of it', () => {
    expect(placeOf('/chatsomething', destinationsFor(teen))).toBeUndefined()
    expect(placeOf('/nowhere', destinationsFor(teen))).toBeUndefined()
  })
})

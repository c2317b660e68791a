import { describe, expect, test } from 'vitest'
import { destination, destinationsFor } from '#src/session/destinations.ts'

type Who = Parameters<typeof destinationsFor>[0]

function addresses(user: Who) {
  const { main, more } = destinationsFor(user)
  return {
    main: main.map((id) => destination(id).href),
    more: more.map((id) => destination(id).href),
  }
}

const everybody = ['/profile', '/', '/about-us']
const clients = ['/sessions', '/payment', ...everybody]

describe('the navigation by role (spec 2)', () => {
  test('a visitor', () => {
    expect(addresses(undefined)).toEqual({
      main: ['/register', '/login', '/profile', '/', '/about-us'],
      more: [],
    })
  })

  test('a parent', () => {
    expect(addresses({ userT: 'Parent' })).toEqual({
      main: ['/dashboard', '/chats', '/library', '/family-dynamics', '/parents-community'],
      more: clients,
    })
  })

  test('a young person', () => {
    expect(addresses({ userT: 'Adolescent' })).toEqual({
      main: ['/dashboard', '/chats', '/library', '/service-providers', '/surveys', '/community'],
      more: clients,
    })
  })

  test('a care provider', () => {
    expect(addresses({ userT: 'ServiceProvider' })).toEqual({
      main: [
        '/dashboard',
        '/chats',
        '/library',
        '/connection-requests',
        '/library/create-article',
        '/library/add-video',
      ],
      more: ['/sessions', ...everybody],
    })
  })

  test('a superAdmin, in any case, has their work and no pages or sessions of a parent', () => {
    expect(addresses({ userT: 'Parent', role: 'SUPERADMIN' })).toEqual({
      main: ['/dashboard', '/admin/reviews', '/admin/reports', '/pricing', '/chats', '/library'],
      more: everybody,
    })
    expect(addresses({ userT: 'Parent' }).more).toEqual(clients)
  })
})

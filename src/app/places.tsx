import { Link } from '@tanstack/react-router'
import * as m from '#src/i18n/paraglide/messages.js'
import type { Place } from '#src/ui/nav/place.ts'
import { destination, destinationsFor, type DestinationId } from '#src/session/destinations.ts'
import type { Session } from '#src/session/session.ts'

export interface PlaceActions {
  onAppearance: () => void
  onLogout: () => void
}

/** The navigation of whoever uses the app, as the frame draws it. */
export function placesOf(
  session: Session | undefined,
  actions: PlaceActions,
  unreadMessages: number,
) {
  const { main, more } = destinationsFor(session?.user)
  const logout = session ? [logoutPlace(actions)] : []
  return {
    places: main.map((id) => (id === 'chats' ? chatsPlace(unreadMessages) : linkPlace(id))),
    more: [...more.map(linkPlace), appearancePlace(actions), ...logout],
  }
}

function linkPlace(id: DestinationId): Place {
  const { href, label, short, icon } = destination(id)
  return {
    id,
    label: label(),
    ...(short && { shortLabel: short() }),
    icon,
    render: (props) => <Link to={href} activeOptions={{ exact: href === '/' }} {...props} />,
  }
}

function chatsPlace(count: number): Place {
  return { ...linkPlace('chats'), count, countLabel: m.shell_unread_messages() }
}

function appearancePlace({ onAppearance }: PlaceActions): Place {
  return buttonPlace('appearance', m.shell_nav_appearance(), 'moon', onAppearance)
}

function logoutPlace({ onLogout }: PlaceActions): Place {
  return buttonPlace('logout', m.shell_nav_logout(), 'logout', onLogout)
}

function buttonPlace(id: string, label: string, icon: Place['icon'], act: () => void): Place {
  return {
    id,
    label,
    icon,
    render: ({ onClick, ...props }) => (
      <button
        type="button"
        {...props}
        onClick={() => {
          onClick?.()
          act()
        }}
      />
    ),
  }
}

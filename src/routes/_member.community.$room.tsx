import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import { requireUserType } from '#src/app/guards.ts'
import { ComingSoon, roomPages } from '#src/features/community/coming-soon.tsx'
import { isRoomId, rooms } from '#src/features/community/rooms.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { backLinkClass } from '#src/ui/nav/page-header.tsx'

export const Route = createFileRoute('/_member/community/$room')({
  staticData: { title: m.shell_nav_community },
  beforeLoad: ({ params, location }) => {
    if (!isRoomId(params.room)) throw notFound()
    return { ...requireUserType(...rooms[params.room].userTypes)({ location }), room: params.room }
  },
  component: RoomRoute,
})

const parentsHub: string = '/parents-community'

function RoomRoute() {
  const { room, session } = Route.useRouteContext()
  const parent = session.user.userT === 'Parent'
  return (
    <ComingSoon
      page={roomPages[room]}
      text={parent && room === 'genz' ? m.community_genz_parent_text() : undefined}
      back={
        <Link className={backLinkClass} to={parent ? parentsHub : '/community'}>
          {m.community_back_community()}
        </Link>
      }
    />
  )
}

import { Link } from '@tanstack/react-router'
import * as m from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { useSession } from '#src/session/session.ts'

/** An address without a page, told kindly and with a way on. */
export function NotFoundScreen() {
  const session = useSession()
  return (
    <>
      <PageHeader title={m.shell_not_found_title()} />
      <EmptyState
        emoji="🗺️"
        title={m.shell_not_found_text()}
        action={
          <Link className={buttonClass()} to={session ? '/dashboard' : '/'}>
            {session ? m.shell_go_dashboard() : m.shell_go_home()}
          </Link>
        }
      />
    </>
  )
}

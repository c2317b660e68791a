import { createFileRoute, redirect } from '@tanstack/react-router'
import { LoginScreen } from '#src/features/account/pages/login-screen.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { loginSearchSchema, currentSession } from '#src/session/session.ts'

export const Route = createFileRoute('/login')({
  staticData: { title: m.account_login_page },
  validateSearch: loginSearchSchema,
  beforeLoad: ({ search, cause }) => {
    // A login that has just worked stays on screen until it leads on by itself.
    if (cause === 'enter' && currentSession() && !search.reason)
      throw redirect({ to: '/dashboard' })
  },
  component: LoginRoute,
})

function LoginRoute() {
  return <LoginScreen {...Route.useSearch()} />
}

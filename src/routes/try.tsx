import { createFileRoute, redirect } from '@tanstack/react-router'
import { TryPage } from '#src/features/trial/pages/try-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { currentSession } from '#src/session/session.ts'

/** A first mood and a first quest without an account; somebody logged in has both at home. */
export const Route = createFileRoute('/try')({
  staticData: { title: m.shell_try_page },
  beforeLoad: () => {
    if (currentSession()) throw redirect({ to: '/dashboard' })
  },
  component: TryPage,
})

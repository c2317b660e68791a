import { createFileRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { steps } from '#src/features/account/addresses.ts'
import { RegisterScreen } from '#src/features/account/pages/register-screen.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { currentSession } from '#src/session/session.ts'

/** A step that does not exist is dropped, never an error page. */
const searchSchema = v.object({
  step: v.optional(v.fallback(v.optional(v.picklist(steps)), undefined)),
})

export const Route = createFileRoute('/register')({
  staticData: { title: m.register_page },
  validateSearch: searchSchema,
  beforeLoad: () => {
    if (currentSession()) throw redirect({ to: '/dashboard' })
  },
  component: RegisterRoute,
})

function RegisterRoute() {
  return <RegisterScreen step={Route.useSearch().step ?? 1} />
}

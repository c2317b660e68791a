import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { WelcomeScreen } from '#src/features/account/pages/welcome-screen.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/welcome')({
  staticData: { title: m.register_welcome_page },
  validateSearch: v.object({ code: v.fallback(v.optional(v.literal('sent')), undefined) }),
  component: WelcomeRoute,
})

function WelcomeRoute() {
  return <WelcomeScreen codeSent={Route.useSearch().code === 'sent'} />
}

import { createFileRoute } from '@tanstack/react-router'
import { WelcomeScreen } from '#src/app/welcome-screen.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/welcome')({
  staticData: { title: m.register_welcome_page },
  component: WelcomeScreen,
})

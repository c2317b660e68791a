import { createFileRoute } from '@tanstack/react-router'
import { AboutScreen } from '#src/features/landing/pages/about-screen.tsx'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/about-us')({
  staticData: { title: m.community_about_page },
  component: AboutScreen,
})

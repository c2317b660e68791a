import { createFileRoute } from '@tanstack/react-router'
import { LandingScreen } from '#src/features/landing/pages/landing-screen.tsx'

export const Route = createFileRoute('/')({ component: LandingScreen })

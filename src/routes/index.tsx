import { createFileRoute } from '@tanstack/react-router'
import { LandingScreen } from '#src/app/landing/landing-screen.tsx'

export const Route = createFileRoute('/')({ component: LandingScreen })

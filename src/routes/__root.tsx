import { createRootRoute } from '@tanstack/react-router'
import { Shell } from '#src/app/shell.tsx'

export const Route = createRootRoute({ component: Shell })

import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** A part of a screen that has links: a router of its own around it, which goes nowhere. */
export function inRouter(part: ReactNode): ReactNode {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => part }),
    history: createMemoryHistory(),
  })
  return <RouterProvider<typeof router> router={router} />
}

import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { render, type RenderResult } from 'vitest-browser-react'
import { ToastRegion } from '#src/ui/message/toast.tsx'

/** A screen that was drawn inside a router of its own. */
export type Screen = RenderResult & {
  /** Where its links and its own ways on have led; the screen stays. */
  path: () => string
}

/** Draws a screen with its links and its toasts, and without the rest of the app; `search` is that of its address. */
export async function renderScreen(screen: ReactNode, search = ''): Promise<Screen> {
  const page = (
    <>
      {screen}
      <ToastRegion />
    </>
  )
  const rootRoute = createRootRoute({ component: () => page })
  const history = createMemoryHistory({ initialEntries: [`/${search}`] })
  const router = createRouter({ routeTree: rootRoute, history })
  const rendered = await render(<RouterProvider<typeof router> router={router} />)
  return { ...rendered, path: () => history.location.href }
}

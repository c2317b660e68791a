import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render, type RenderResult } from 'vitest-browser-react'
import { router } from '#src/app/router.tsx'

/** Draws the app's own pages without its frame, beginning at `path`. */
export async function renderApp(path: string): Promise<RenderResult> {
  router.update({ history: createMemoryHistory({ initialEntries: [path] }) })
  const rendered = await render(<RouterProvider router={router} />)
  // A router that was drawn before in this page loads nothing by itself when it is drawn again.
  await router.load()
  return rendered
}

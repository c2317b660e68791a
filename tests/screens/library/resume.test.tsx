import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Reader } from '#src/features/library/reader/reader.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { article } from '#tests/src/library/articles.ts'

const long = article({ content: 'Breathe in, breathe out, and once more.\n\n'.repeat(400) })
const readSoFar = 0.6

/** The places that the reader noted. */
let noted: number[] = []
beforeEach(() => {
  noted = []
})

/** A list and an article behind it, in a router that scrolls as that of the app. */
async function openList() {
  const { scrollRestoration } = history
  onTestFinished(() => {
    history.scrollRestoration = scrollRestoration
    window.scrollTo(0, 0)
  })
  const rootRoute = createRootRoute()
  const getParentRoute = () => rootRoute
  const list = createRoute({
    getParentRoute,
    path: '/',
    component: () => <div style={{ blockSize: '5000px' }} />,
  })
  const read = createRoute({
    getParentRoute,
    path: '/read',
    component: () => (
      <Reader
        article={long}
        position={readSoFar}
        onPosition={(position) => noted.push(position)}
        actions={null}
      />
    ),
  })
  const router = createRouter({
    routeTree: rootRoute.addChildren([list, read]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    scrollRestoration: true,
  })
  const screen = await render(<RouterProvider<typeof router> router={router} />)
  return { router, resume: screen.getByRole('button', { name: m.library_resume() }), screen }
}

/** Scrolls as a person does, and waits until the page has learned of it. */
async function scroll(top: number): Promise<void> {
  const scrolled = new Promise((resolve) => {
    window.addEventListener('scroll', resolve, { once: true })
  })
  window.scrollTo(0, top)
  await scrolled
}

/** Until whatever happens when a page appears has happened. */
async function frames(): Promise<void> {
  for (let frame = 0; frame < 4; frame += 1) {
    await new Promise((resolve) => {
      requestAnimationFrame(resolve)
    })
  }
}

/** A page that goes notes at once what would be noted after a pause. */
function leave(): void {
  window.dispatchEvent(new Event('pagehide'))
}

test('an article that is opened from a scrolled page offers the place where its person stopped', async () => {
  const { router, resume } = await openList()
  await scroll(500)
  router.history.push('/read')
  await expect.element(resume).toBeVisible()
  expect(window.scrollY).toBe(0)
  leave()
  expect(noted).toEqual([])
})

test('a way back to the middle of an article notes nothing, and the next scroll does', async () => {
  const { router, screen } = await openList()
  router.history.push('/read')
  await expect.element(screen.getByRole('article')).toBeVisible()
  await frames()
  await scroll(700)
  leave()
  expect(noted).toHaveLength(1)
  router.history.push('/')
  await expect.element(screen.getByRole('article')).not.toBeInTheDocument()
  router.history.back()
  await expect.poll(() => window.scrollY).toBe(700)
  await frames()
  leave()
  expect(noted).toHaveLength(1)
  await scroll(900)
  leave()
  expect(noted).toHaveLength(2)
})

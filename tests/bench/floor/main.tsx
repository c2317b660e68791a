import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import Dexie, { type Table } from 'dexie'
import { useLiveQuery } from 'dexie-react-hooks'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

/** The least that an app of this stack does for the same screen: one route, one database, one query, four forms. */
class FloorDatabase extends Dexie {
  declare entries: Table<{ id: string; type: string }, string>
  constructor() {
    super('floor')
    this.version(1).stores({ entries: 'id' })
  }
}

const db = new FloorDatabase()
const root = createRootRouteWithContext<{ db: FloorDatabase }>()()
const page = createRoute({
  getParentRoute: () => root,
  path: '$',
  loader: () => db.entries.toArray(),
  component: Forms,
})
const router = createRouter({ routeTree: root.addChildren([page]), context: { db } })

function Forms() {
  const known = page.useLoaderData()
  const entries = useLiveQuery(() => db.entries.toArray(), [], known)
  return ['Sleep', 'Mood', 'Fitness', 'Diet'].map((type) => (
    <form key={type}>
      <h2>{type}</h2>
      <p>{entries.length}</p>
      <button type="submit">Save</button>
    </form>
  ))
}

const element = document.querySelector('#root')
if (!element) throw new Error('The page has no #root')
createRoot(element).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
await navigator.serviceWorker.register('/sw.js')

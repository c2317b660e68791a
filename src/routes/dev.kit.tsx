import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

/** In a built app there is no such page, and none of its code. */
const KitPage = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import('#src/ui/kit/kit-page.tsx')).KitPage }))
  : () => null

export const Route = createFileRoute('/dev/kit')({
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw notFound()
  },
  component: KitRoute,
})

function KitRoute() {
  return (
    <Suspense>
      <KitPage />
    </Suspense>
  )
}

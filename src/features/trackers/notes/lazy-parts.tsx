import { lazy, Suspense, type ComponentProps } from 'react'
import { PartBoundary } from '#src/ui/state/part-boundary.tsx'
import styles from '../check-in-rows.module.css'

/** Loaded once there is an answer that words could stand beside; on the device with the app. */
const parts = () => import('./beside-answer.tsx')
const LazyBeside = lazy(async () => ({ default: (await parts()).BesideAnswer }))
const LazyDays = lazy(async () => ({ default: (await parts()).DaysBefore }))

/** A few words beside an answer, for whoever wants: nothing waits for them. */
export function BesideAnswer(props: ComponentProps<typeof LazyBeside>) {
  return (
    <PartBoundary title={null}>
      <Suspense fallback={<div className={styles.beside} />}>
        <LazyBeside {...props} />
      </Suspense>
    </PartBoundary>
  )
}

/** The answers of the days before with their words. */
export function DaysBefore(props: ComponentProps<typeof LazyDays>) {
  return (
    <PartBoundary title={null}>
      <Suspense fallback={null}>
        <LazyDays {...props} />
      </Suspense>
    </PartBoundary>
  )
}

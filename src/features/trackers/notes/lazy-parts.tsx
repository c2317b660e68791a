import { createContext, lazy, Suspense, useState, type ComponentProps, type ReactNode } from 'react'
import type { LocalDate } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { afterPaint } from '#src/lib/draw-later.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { PartBoundary } from '#src/ui/state/state-message.tsx'
import styles from '../check-in-rows.module.css'

/** Loaded once there is an answer that words could stand beside, and that is on the screen; on the device with the app. */
const parts = () => afterPaint().then(() => import('./beside-answer.tsx'))
const LazyBeside = lazy(async () => ({ default: (await parts()).BesideAnswer }))
const LazySheet = lazy(async () => ({ default: (await import('./note-sheet.tsx')).NoteSheet }))
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

interface NoteOf {
  readonly type: TrackerType
  readonly day: LocalDate
}

/** Opens the sheet of a day. */
export const OpenNote = createContext<(of: NoteOf) => void>(() => undefined)

export interface NoteSheetsProps {
  db: UserDatabase
  children: ReactNode
}

/**
 * Holds the sheet in which somebody writes, around the cards that open it: it stays while a new day, or an answer that is
 * refused, takes its card away.
 */
export function NoteSheets({ db, children }: NoteSheetsProps) {
  const [open, setOpen] = useState<NoteOf>()
  return (
    <OpenNote value={setOpen}>
      {children}
      {open && <NoteSheet db={db} {...open} onClose={() => setOpen(undefined)} />}
    </OpenNote>
  )
}

/** The sheet itself, for whoever corrects words that were refused. */
export function NoteSheet(props: ComponentProps<typeof LazySheet>) {
  return (
    <PartBoundary title={null}>
      <Suspense fallback={null}>
        <LazySheet {...props} />
      </Suspense>
    </PartBoundary>
  )
}

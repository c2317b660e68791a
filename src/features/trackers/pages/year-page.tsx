import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { LocalDate } from '#contract/local-date.ts'
import { trackerTypes } from '#contract/trackers/catalog.ts'
import { useLocalClock } from '#src/data/local-clock.ts'
import { ResourceMissing, ResourceStale } from '#src/data/resource-view.tsx'
import { preload, refreshResource, useResource, type Loaded } from '#src/data/resource.ts'
import { useRefresh } from '#src/data/use-refresh.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatNumber, joinWords } from '#src/i18n/speech.ts'
import { formatPeriod } from '#src/lib/dates.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass, Button, IconButton } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { SegmentedControl } from '#src/ui/choice/segmented-control.tsx'
import { directionAt } from '#src/ui/menu/roving.ts'
import { showToast } from '#src/ui/message/toast.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import type { DayEntry } from '../entries-resource.ts'
import { NoteSheets } from '../notes/lazy-parts.tsx'
import { notesResource } from '../notes/notes-resource.ts'
import { chartLevels } from '../tracker-charts.tsx'
import { trackerLabels } from '../tracker-labels.ts'
import { DaySheet } from '../year/day-sheet.tsx'
import {
  addMonths,
  pixelsOf,
  yearOf,
  yearStart,
  type Pixel,
  type PixelTracker,
  type PixelView,
} from '../year/pixel-days.ts'
import { PixelGrid, PixelLegend } from '../year/pixel-grid.tsx'
import { SaveAnswersButton } from '../year/save-answers.tsx'
import { drawYear, sharePicture, PixelTable, type AnsweredDay } from '../year/year-picture.tsx'
import { yearResource, type YearOfEntries } from '../year/year-resource.ts'
import styles from '../year/pixels.module.css'

const trackers: readonly PixelTracker[] = ['All', ...trackerTypes]

/** A year or a month of the trackers at a glance, as far as this device has it, with or without a network. */
export function YearPage({ db }: { db: UserDatabase }) {
  const { date: today } = useLocalClock()
  const [tracker, setTracker] = useState<PixelTracker>('All')
  const [view, setView] = useState<PixelView>('year')
  const [asTable, setAsTable] = useState(false)
  const [day, setDay] = useState(today)
  const [opened, setOpened] = useState<LocalDate>()
  const known = useResource(db, yearResource, yearOf(day))
  // What other devices wrote beside the answers.
  useRefresh(() => refreshResource(db, notesResource, 0))
  const { entries = noEntries, firstYear = yearOf(day) } = known.data ?? {}
  const yearBefore = yearOf(day) - 1
  const isBefore = yearBefore >= firstYear
  // An effect because it is read once this year stands: the step to it then paints at once.
  useEffect(() => {
    if (isBefore) void preload(db, yearResource, yearBefore).catch(() => undefined)
  }, [db, isBefore, yearBefore])
  const pixels = useMemo(() => pixelsOf(entries, tracker), [entries, tracker])
  const label = joinWords([trackerName(tracker), formatPeriod(day, view)])
  function move(next: LocalDate): LocalDate {
    const shown = within(next, { from: yearStart(firstYear), today })
    setDay(shown)
    return shown
  }

  return (
    <NoteSheets db={db}>
      <PageHeader
        title={m.trackers_pixels_title()}
        text={m.trackers_pixels_text()}
        back={
          <Link className={backLinkClass} to="/trackers">
            {m.trackers_title()}
          </Link>
        }
      />
      <div className={styles.pixels}>
        <SegmentedControl
          legend={m.trackers_title()}
          options={trackers.map((value) => ({ value, label: trackerName(value) }))}
          value={tracker}
          onChange={setTracker}
        />
        <div className={styles.bar}>
          <Stepper view={view} day={day} from={yearStart(firstYear)} today={today} onStep={move} />
          <SegmentedControl
            legend={m.trackers_range()}
            options={[
              { value: 'year', label: m.trackers_pixels_year() },
              { value: 'month', label: m.trackers_pixels_month() },
            ]}
            value={view}
            onChange={setView}
          />
        </div>
        <YearState of={known} />
        <Card className={styles.board}>
          {asTable ? (
            <PixelTable caption={label} tracker={tracker} days={shownDays(pixels, day, view)} />
          ) : (
            <PixelGrid
              view={view}
              tracker={tracker}
              label={label}
              pixels={pixels}
              day={day}
              today={today}
              busy={!known.data?.fetched && known.refresh.status === 'loading'}
              onMove={move}
              onOpen={setOpened}
            />
          )}
          <div className={styles.inset}>
            <PixelLegend words={scoreWords(tracker)} />
            {tracker === 'All' && <p className={styles.note}>{m.trackers_pixels_scale()}</p>}
          </div>
        </Card>
        <div className={styles.buttons}>
          <Button look="quiet" size="small" onClick={() => setAsTable(!asTable)}>
            {asTable ? m.ui_chart_show_chart() : m.ui_chart_show_table()}
          </Button>
          <ShareButton tracker={tracker} day={day} today={today} pixels={pixels} />
          <SaveAnswersButton db={db} today={today} />
          <Link className={buttonClass({ look: 'quiet', size: 'small' })} to="/trackers/import">
            {m.trackers_import_link()}
          </Link>
        </div>
      </div>
      {opened && known.data && (
        <DaySheet
          key={opened}
          db={db}
          day={opened}
          entries={entries}
          onClose={() => setOpened(undefined)}
        />
      )}
    </NoteSheets>
  )
}

const noEntries: readonly DayEntry[] = []

function trackerName(tracker: PixelTracker): string {
  return tracker === 'All' ? m.trackers_pixels_all() : trackerLabels[tracker].name()
}

/** The words of the scores 4 to 1; of all trackers together the numbers, which a line below explains. */
function scoreWords(tracker: PixelTracker): string[] {
  if (tracker === 'All') return [4, 3, 2, 1].map((score) => formatNumber(score))
  return chartLevels(tracker)
    .map(({ label }) => label)
    .toReversed()
}

/** Not before the first year that there is, not after today. */
function within(day: LocalDate, { from, today }: { from: LocalDate; today: LocalDate }): LocalDate {
  if (day > today) return today
  return day < from ? from : day
}

interface StepperProps {
  view: PixelView
  day: LocalDate
  from: LocalDate
  today: LocalDate
  onStep: (day: LocalDate) => void
}

/** What is shown, and the ways to the one before and the one after, which keep the focus where there is none. */
function Stepper({ view, day, from, today, onStep }: StepperProps) {
  const chars = view === 'year' ? 4 : 7
  const months = view === 'year' ? 12 : 1
  const isFirst = day.slice(0, chars) <= from.slice(0, chars)
  const isLast = day.slice(0, chars) >= today.slice(0, chars)
  return (
    <nav className={styles.period} aria-label={m.trackers_range()}>
      <IconButton
        icon="chevron"
        look="soft"
        className={styles.before}
        label={m.quests_previous()}
        aria-disabled={isFirst}
        onClick={() => onStep(isFirst ? day : addMonths(day, -months))}
      />
      <h2 aria-live="polite">{formatPeriod(day, view)}</h2>
      <IconButton
        icon="chevron"
        look="soft"
        label={m.quests_next()}
        aria-disabled={isLast}
        onClick={() => onStep(isLast ? day : addMonths(day, months))}
      />
    </nav>
  )
}

/** What there is to say about a year that is not here, not here whole, or without an answer. */
function YearState({ of }: { of: Loaded<YearOfEntries> }): ReactNode {
  const { data, refresh } = of
  const empty = data?.entries.length === 0
  if (data?.fetched) {
    return (
      <>
        <ResourceStale of={of} failed={m.trackers_chart_failed()} />
        {empty && <EmptyState compact title={m.trackers_chart_empty_title()} />}
      </>
    )
  }
  if (refresh.status !== 'failed') return null
  return data === undefined || empty ? (
    <ResourceMissing of={of} compact failed={m.trackers_chart_unknown()} />
  ) : (
    <ResourceStale of={of} failed={m.trackers_chart_failed()} asOf={m.trackers_pixels_part()} />
  )
}

/** The answered days of what is shown, newest first. */
function shownDays(
  pixels: ReadonlyMap<LocalDate, Pixel>,
  day: LocalDate,
  view: PixelView,
): AnsweredDay[] {
  const period = day.slice(0, view === 'year' ? 4 : 7)
  return [...pixels].filter(([each]) => each.startsWith(period)).toReversed()
}

interface ShareButtonProps {
  tracker: PixelTracker
  day: LocalDate
  today: LocalDate
  pixels: ReadonlyMap<LocalDate, Pixel>
}

/** The year as a picture, drawn here: it goes where the person sends it and nowhere else. */
function ShareButton({ tracker, day, today, pixels }: ShareButtonProps) {
  const button = useRef<HTMLSpanElement>(null)
  const [busy, setBusy] = useState(false)

  async function share(part: HTMLElement) {
    setBusy(true)
    try {
      const picture = await drawYear({
        title: joinWords([trackerName(tracker), formatPeriod(day, 'year')]),
        day,
        today,
        pixels,
        words: scoreWords(tracker),
        direction: directionAt(part),
        style: getComputedStyle(part),
      })
      await sharePicture(`${yearOf(day)}.png`, picture)
    } catch {
      showToast({ text: m.trackers_pixels_failed(), tone: 'danger' })
    }
    setBusy(false)
  }

  return (
    <span ref={button}>
      <Button
        look="secondary"
        size="small"
        busy={busy}
        onClick={() => button.current && void share(button.current)}
      >
        {m.trackers_pixels_share()}
      </Button>
    </span>
  )
}

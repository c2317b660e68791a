import type { LocalDate } from '#contract/local-date.ts'
import { trackerTypes } from '#contract/trackers/catalog.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { joinWords } from '#src/i18n/speech.ts'
import { formatDay } from '#src/lib/dates.ts'
import styles from '#src/ui/chart/chart-table.module.css'
import { isGivenHere, type DayEntry } from '../entries-resource.ts'
import { answerLine, trackerLabels } from '../tracker-labels.ts'
import type { Pixel, PixelTracker } from './pixel-days.ts'

export type AnsweredDay = readonly [LocalDate, Pixel]

export interface PixelTableProps {
  caption: string
  tracker: PixelTracker
  days: readonly AnsweredDay[]
}

/** The same in words, a row for each answered day. */
export function PixelTable({ caption, tracker, days }: PixelTableProps) {
  const shown = tracker === 'All' ? trackerTypes : [tracker]
  return (
    // A part that scrolls must be reachable, or the keyboard cannot scroll it (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the reason above
    <section className={styles.scroll} aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption className={styles.caption}>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{m.ui_chart_day()}</th>
            {shown.map((type) => (
              <th key={type} scope="col">
                {trackerLabels[type].name()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(([day, { answers }]) => (
            <tr key={day}>
              <th scope="row">{formatDay(day)}</th>
              {shown.map((type) => {
                const entry = answers.find((each) => each.trackerType === type)
                return <td key={type}>{entry ? lineOf(entry) : m.ui_chart_no_entry()}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function lineOf(entry: DayEntry): string {
  return isGivenHere(entry)
    ? answerLine(entry)
    : joinWords([answerLine(entry), m.trackers_import_mark()])
}

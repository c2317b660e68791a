import { ui_chart_day, ui_chart_no_entry, ui_chart_value } from '#src/i18n/paraglide/messages.js'
import styles from './chart-table.module.css'
import { type ChartLevel, type ChartPoint, dayLabel } from './chart-point.ts'

export interface ChartTableProps {
  caption: string
  points: readonly ChartPoint[]
  levels: readonly ChartLevel[]
}

/** The numbers of a chart as a table, newest first. */
export function ChartTable({ caption, points, levels }: ChartTableProps) {
  return (
    // A part that scrolls must be reachable, or the keyboard cannot scroll it (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the reason above
    <section className={styles.scroll} aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption className={styles.caption}>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{ui_chart_day()}</th>
            <th scope="col">{ui_chart_value()}</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <tr key={point.day}>
              <th scope="row">{dayLabel(point.day, 'long')}</th>
              <td>
                {point.value === null ? ui_chart_no_entry() : valueWords(point.value, levels)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** "4 · 😄 happy", or the number alone for a value between the levels. */
function valueWords(value: number, levels: readonly ChartLevel[]): string {
  const level = levels.find((candidate) => candidate.value === value)
  return level ? `${value} · ${level.emoji} ${level.label}` : String(value)
}

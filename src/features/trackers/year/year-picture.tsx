import { memo } from 'react'
import type { LocalDate } from '#contract/local-date.ts'
import { daysInMonthMax, yearRows, type Pixel } from './pixel-days.ts'
import { shapePath, shapeShare } from './pixel-shape.ts'
import styles from './pixels.module.css'

export interface YearPictureProps {
  year: string
  pixels: ReadonlyMap<LocalDate, Pixel>
  today: LocalDate
}

/** So wide and so high is a place in the picture's own units. */
const unit = 24

/** All shapes of a year, those of one month and one score as one path: a slow phone paints them in a frame. */
export const YearPicture = memo(function YearPicture({ year, pixels, today }: YearPictureProps) {
  const rows = yearRows(`${year}-01-01` as LocalDate)
  return (
    <div className={styles.picture} aria-hidden="true" data-year={year}>
      {Array.from({ length: 12 }, (_, month) => {
        const paths = ['', '', '', '', '']
        rows.forEach((places, row) => {
          const place = places[month]
          if (place === undefined || place > today) return
          const score = pixels.get(place)?.score ?? 0
          const middle = { x: unit / 2, y: (row + 0.5) * unit }
          paths[score] += shapePath(score, { ...middle, size: unit * shapeShare })
        })
        return (
          <svg key={month} viewBox={`0 0 ${unit} ${daysInMonthMax * unit}`}>
            {paths.map(
              (path, score) => path !== '' && <path key={score} data-score={score} d={path} />,
            )}
          </svg>
        )
      })}
    </div>
  )
})

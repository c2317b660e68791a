import { useState } from 'react'
import type { LocalDate } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { CardCollapsible } from '#src/ui/card/card-collapsible.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { TrendChart } from '#src/ui/chart/trend-chart.tsx'
import { answerEmoji, answerWords } from './answer-face.ts'
import { chartLevels, chartPoints } from './chart-points.ts'
import { isAnswered, type DayEntry } from './day-entry.ts'
import { trackerName } from './tracker-words.ts'

export interface TrackerChartProps {
  type: TrackerType
  entries: readonly DayEntry[]
  today: LocalDate
  days: number
  openAtFirst: boolean
  /** The server could not be asked. */
  failed: boolean
}

/** One trend in a card that folds; a closed card draws nothing and loads no chart code. */
export function TrackerChart(props: TrackerChartProps) {
  const { type, entries, today, days, openAtFirst, failed } = props
  const [open, setOpen] = useState(openAtFirst)
  const points = chartPoints(entries, { type, today, days })
  const last = entries.findLast((entry) => entry.trackerType === type && isAnswered(entry))
  return (
    <CardCollapsible
      level={3}
      title={trackerName[type]()}
      summary={last && lastWords(last)}
      defaultOpen={openAtFirst}
      onToggle={setOpen}
    >
      {!open ? null : points.every((point) => point.value === null) ? (
        failed ? (
          <p>{m.trackers_chart_unknown()}</p>
        ) : (
          <EmptyState
            compact
            title={m.trackers_chart_empty_title()}
            text={m.trackers_chart_empty_text()}
          />
        )
      ) : (
        <TrendChart
          label={m.trackers_chart_label({ tracker: trackerName[type](), days })}
          points={points}
          levels={chartLevels(type)}
        />
      )}
    </CardCollapsible>
  )
}

function lastWords({ trackerType, score, answer }: DayEntry): string {
  return m.trackers_chart_last({
    answer: `${answerEmoji(trackerType, score)} ${answerWords(answer)}`,
  })
}

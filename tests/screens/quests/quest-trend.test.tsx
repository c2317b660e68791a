import { Chart } from 'chart.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { phq9 } from '#contract/quests/catalog/phq9.ts'
import { trendOf } from '#src/features/quests/pages/quest-page.tsx'
import type { Played } from '#src/features/quests/played.ts'
import { QuestResultScreen } from '#src/features/quests/result/quest-result.tsx'
import { changeSpeech } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { TrendChart } from '#src/ui/chart/trend-chart.tsx'
import { press } from '../press.ts'
import { renderScreen } from '../router.tsx'

function played(takenOn: string, total: number): Played {
  const { version } = phq9
  const result = { questId: 1, type: 'phq9', version, band: 'mild', tone: 'steady' } as const
  return {
    id: takenOn,
    questId: 1,
    version,
    takenOn,
    state: 'sent',
    sharedWith: [],
    result: { ...result, scores: { total }, destination: null, risks: [] },
    playPoints: 100,
    points: 100,
  }
}

/** The least of the scale on one day, and a number between its marks on another. */
async function drawTrend() {
  const trend = trendOf(phq9, [played('2026-11-15', 5), played('2026-11-01', 0)])
  if (!trend) throw new Error('Two days make a trend')
  return await renderScreen(<TrendChart {...trend} />)
}

test('a score that is a mark of the scale stands in the table as a number, once', async () => {
  const screen = await drawTrend()
  const toTable = screen.getByRole('button', { name: m.ui_chart_show_table() })
  await expect.element(toTable).toBeVisible()
  press(toTable)
  await expect
    .poll(() =>
      screen
        .getByRole('cell')
        .elements()
        .map((cell) => cell.textContent),
    )
    .toEqual(['5', '0'])
})

describe('in the digits of the language, where they were chosen,', () => {
  beforeEach(() => changeSpeech({ language: 'ar', digits: 'own' }))
  afterEach(() => changeSpeech({ language: 'en', digits: 'usual' }))

  test('the marks of the scale and the tooltip of a day are a number each', async () => {
    const screen = await drawTrend()
    const canvas = screen.container.getElementsByTagName('canvas')
    await expect.poll(() => canvas[0] && Chart.getChart(canvas[0])).toBeDefined()
    const chart = canvas[0] && Chart.getChart(canvas[0])
    const marks = () => chart?.scales['y']?.ticks.map(({ label }) => label)
    await expect.poll(marks).toEqual(['٠', '١٣٫٥', '٢٧'])
    const tip = (index: number) => {
      chart?.tooltip?.setActiveElements([{ datasetIndex: 0, index }], { x: 0, y: 0 })
      return chart?.tooltip?.body.flatMap(({ lines }) => lines)
    }
    expect([tip(0), tip(1)]).toEqual([['٠'], ['٥']])
  })

  test('a result says its score with two digits behind the point at most', async () => {
    const nothing = () => undefined
    const screen = await renderScreen(
      <QuestResultScreen
        quest={phq9}
        played={played('2026-11-15', 8.666667)}
        onAgain={nothing}
        onHelp={nothing}
        share={null}
      />,
    )
    await expect.element(screen.getByText(/٨٫٦٧.*٢٧/)).toBeVisible()
  })
})

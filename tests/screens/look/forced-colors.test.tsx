import { afterEach, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { cdp } from 'vitest/browser'
import { ReactionBar } from '#src/features/chat/reactions/reactions.tsx'
import { OptionRows } from '#src/features/quests/player/option-rows.tsx'
import { ChoiceButtons, ChoiceGroup } from '#src/ui/choice/choice.tsx'
import { LanguageSwitch } from '#src/ui/choice/language-switch.tsx'
import { RadioTiles } from '#src/ui/choice/radio-tiles.tsx'
import { SegmentedControl } from '#src/ui/choice/segmented-control.tsx'
import { Progress } from '#src/ui/state/progress.tsx'

const nothing = () => undefined
const options = [
  { value: 'a', label: 'One' },
  { value: 'b', label: 'Two' },
]
const tiles = options.map((option) => ({ ...option, drawing: null }))

/** Where the system gives the colours, as in the high contrast of Windows: neither grounds nor shadows are drawn. */
const forceColors = (value: string) =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] })

beforeEach(() => forceColors('active'))
afterEach(() => forceColors('none'))

const parts = {
  'an answer': () => <ChoiceGroup legend="Mood" choices={options} value="a" onChange={nothing} />,
  'an answer that is a button': () => (
    <ChoiceButtons legend="Mood" choices={options} chosen="a" onChoose={nothing} />
  ),
  'a view': () => <SegmentedControl legend="View" options={options} value="a" onChange={nothing} />,
  'a face': () => (
    <RadioTiles legend="Face" tiles={tiles} value="a" onChange={nothing} size="small" />
  ),
  'a language': () => <LanguageSwitch />,
  'an answer of a quest': () => (
    <OptionRows
      legend="Quest"
      options={[
        { text: 'One', rate: 0 },
        { text: 'Two', rate: 1 },
      ]}
      scaleLabels={[]}
      value="One"
      onChoose={nothing}
    />
  ),
  'a reaction': () => <ReactionBar mine="love" onReact={nothing} />,
}

test.each(Object.entries(parts))('%s that is chosen is told from the others', async (_, draw) => {
  const { container } = await render(draw())
  const widths = [...container.querySelectorAll('label, button')].map(
    (element) => getComputedStyle(element).borderTopWidth,
  )
  expect(widths.filter((width) => width === '3px')).toHaveLength(1)
  expect(widths.length).toBeGreaterThan(1)
})

test('how far something has come has an edge', async () => {
  const { container } = await render(<Progress value={1} max={3} label="Quest" />)
  const bar = container.querySelector('progress')
  expect(bar && getComputedStyle(bar).borderTopStyle).toBe('solid')
})

import type { Question } from '#contract/quests/model.ts'
import { ChoiceGroup } from '#src/ui/choice/choice-group.tsx'
import type { IndicatorProps } from './battery.tsx'

/** Two options side by side, or two sentences one above the other. */
export function OptionTiles({ question, value, onChoose }: IndicatorProps) {
  return (
    <ChoiceGroup
      legend={question.text}
      hideLegend
      choices={choicesOf(question)}
      value={value}
      onChange={onChoose}
      columns={question.type === 'PAIR' ? 1 : 2}
    />
  )
}

function choicesOf({ options, scaleLabels }: Question) {
  return options.map(({ text }, index) => ({
    value: text,
    label: text,
    emoji: scaleLabels[index]?.label ?? '',
  }))
}

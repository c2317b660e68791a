import type { Indicator as Kind } from '#contract/quests/model.ts'
import { Battery, type IndicatorProps } from './battery.tsx'
import { OptionRows } from './option-rows.tsx'
import { OptionTiles } from './option-tiles.tsx'
import { Slider } from './slider.tsx'

/** Spec 9: a battery, a slider, or buttons where the slider is hidden. */
export function Indicator({ kind, ...props }: IndicatorProps & { kind: Kind }) {
  switch (kind) {
    case 'battery':
      return <Battery {...props} />
    case 'slider':
      return <Slider key={props.question.id} {...props} />
    case 'buttons': {
      const { text, type, options, scaleLabels } = props.question
      if (type === 'TRUE_FALSE' || type === 'PAIR') return <OptionTiles {...props} />
      const { value, onChoose } = props
      const rows = { options, scaleLabels, value, onChoose }
      return <OptionRows legend={text} {...rows} />
    }
  }
}

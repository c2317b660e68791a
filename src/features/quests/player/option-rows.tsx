import { useId } from 'react'
import type { QuestOption } from '#contract/quests/model.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { AnswerMark } from '../picture/answer-mark.tsx'
import styles from './option-rows.module.css'

export interface OptionRowsProps {
  legend: string
  options: readonly QuestOption[]
  scaleLabels: readonly { readonly label: string }[]
  value: string | undefined
  onChoose: (value: string) => void
  showLegend?: boolean
}

/** One option to a line, each as wide as the thumb reaches: real radio buttons. */
export function OptionRows(props: OptionRowsProps) {
  const { legend, options, scaleLabels, value, onChoose, showLegend = false } = props
  const name = useId()
  return (
    <fieldset className={styles.rows}>
      <legend className={showLegend ? styles.legend : undefined}>
        {showLegend ? legend : <VisuallyHidden>{legend}</VisuallyHidden>}
      </legend>
      {options.map((option, index) => (
        <label className={styles.row} key={option.text}>
          <input
            className={styles.radio}
            type="radio"
            name={name}
            value={option.text}
            checked={option.text === value}
            onChange={() => onChoose(option.text)}
          />
          <span className={styles.emoji} aria-hidden="true">
            <AnswerMark label={scaleLabels[index]?.label} />
          </span>
          <span className={styles.text}>{option.text}</span>
        </label>
      ))}
    </fieldset>
  )
}

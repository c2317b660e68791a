import type { Question } from '#contract/quests/model.ts'
import { AnswerMark } from '../picture/answer-mark.tsx'
import { OptionRows } from './option-rows.tsx'
import styles from './battery.module.css'

export interface IndicatorProps {
  question: Question
  value: string | undefined
  onChoose: (value: string) => void
}

/** A battery that fills up to the chosen option; its cells and the lines below it choose alike. */
export function Battery({ question, value, onChoose }: IndicatorProps) {
  const { text, options, scaleLabels } = question
  const chosen = options.findIndex((option) => option.text === value)
  return (
    <div className={styles.battery}>
      <div className={styles.case} aria-hidden="true">
        {options.map((option, index) => (
          // A second target for the finger alone: keys and screen readers have the radio buttons below.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the reason above
          <span
            className={styles.cell}
            key={option.text}
            data-full={index <= chosen || undefined}
            onClick={() => onChoose(option.text)}
          >
            <span className={styles.emoji}>
              <AnswerMark label={scaleLabels[index]?.label} />
            </span>
          </span>
        ))}
      </div>
      <OptionRows
        legend={text}
        options={options}
        scaleLabels={scaleLabels}
        value={value}
        onChoose={onChoose}
      />
    </div>
  )
}

import { useId } from 'react'
import type { Question } from '#contract/quests/model.ts'
import { OptionRows } from './option-rows.tsx'
import styles from './battery.module.css'

export interface IndicatorProps {
  question: Question
  value: string | undefined
  onChoose: (value: string) => void
}

/** A battery that fills up to the chosen option; its cells and the lines below it choose alike. */
export function Battery({ question, value, onChoose }: IndicatorProps) {
  const id = useId()
  const { text, options, scaleLabels } = question
  const chosen = options.findIndex((option) => option.text === value)
  return (
    <div className={styles.battery}>
      <div className={styles.case} aria-hidden="true">
        {options.map((option, index) => (
          <label
            className={styles.cell}
            key={option.text}
            htmlFor={`${id}-${index}`}
            data-full={index <= chosen || undefined}
          >
            <span className={styles.emoji}>{scaleLabels[index]?.label}</span>
          </label>
        ))}
      </div>
      <OptionRows
        legend={text}
        options={options}
        scaleLabels={scaleLabels}
        value={value}
        onChoose={onChoose}
        idBase={id}
      />
    </div>
  )
}

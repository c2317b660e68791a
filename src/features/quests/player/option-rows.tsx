import { useId } from 'react'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import type { SpokenOption, SpokenQuestion } from '../quest-words.ts'
import batteryStyles from './battery.module.css'
import styles from './option-rows.module.css'

export interface OptionRowsProps {
  legend: string
  options: readonly SpokenOption[]
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
          <span className={styles.text}>{option.said ?? option.text}</span>
        </label>
      ))}
    </fieldset>
  )
}

export interface IndicatorProps {
  question: SpokenQuestion
  value: string | undefined
  onChoose: (value: string) => void
}

/** A battery that fills up to the chosen option; its cells and the lines below it choose alike. */
export function Battery({ question, value, onChoose }: IndicatorProps) {
  const { text, options, scaleLabels } = question
  const chosen = options.findIndex((option) => option.text === value)
  return (
    <div className={batteryStyles.battery}>
      <div className={batteryStyles.case} aria-hidden="true">
        {options.map((option, index) => (
          // A second target for the finger alone: keys and screen readers have the radio buttons below.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the reason above
          <span
            className={batteryStyles.cell}
            key={option.text}
            data-full={index <= chosen || undefined}
            onClick={() => onChoose(option.text)}
          >
            <span className={batteryStyles.emoji}>
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

/** A mark beside an answer: the phases of the moon as the companion's world has them, any other as the text it is. */
export function AnswerMark({ label }: { label: string | undefined }) {
  const lit = label === undefined ? undefined : moons[label]
  if (lit === undefined) return label
  return (
    <svg className={styles.moon} viewBox="0 0 32 32" aria-hidden="true">
      <path className={styles.dark} d={disc} />
      <path className={styles.lit} d={lit} />
    </svg>
  )
}

const disc = 'M16 3a13 13 0 0 1 0 26a13 13 0 0 1 0-26z'

/** The lit part of the moon, by the emoji of its phase: a half of the disc, and the edge of its shadow. */
const moons: Readonly<Record<string, string>> = {
  '🌑': '',
  '🌒': 'M16 3a13 13 0 0 1 0 26a6 13 0 0 0 0-26z',
  '🌓': 'M16 3a13 13 0 0 1 0 26z',
  '🌔': 'M16 3a13 13 0 0 1 0 26a6 13 0 0 1 0-26z',
  '🌕': disc,
  '🌖': 'M16 3a13 13 0 0 0 0 26a6 13 0 0 0 0-26z',
  '🌗': 'M16 3a13 13 0 0 0 0 26z',
  '🌘': 'M16 3a13 13 0 0 0 0 26a6 13 0 0 1 0-26z',
}

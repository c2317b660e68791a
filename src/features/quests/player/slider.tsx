import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { cssVariables } from '#src/ui/chart/css-variables.ts'
import type { IndicatorProps } from './battery.tsx'
import styles from './slider.module.css'

/**
 * One of a few steps on a line. Letting go chooses, passing by does not: an answer that opens help must be meant. Until
 * something is chosen the thumb stands in the middle and says so.
 */
export function Slider({ question, value, onChoose }: IndicatorProps) {
  const { text, options, scaleLabels } = question
  const chosen = options.findIndex((option) => option.text === value)
  const middle = Math.floor((options.length - 1) / 2)
  const [moved, setMoved] = useState<number>()
  const input = useRef<HTMLInputElement>(null)
  const shown = moved ?? (chosen === -1 ? undefined : chosen)
  const at = shown ?? middle
  const last = options.length - 1

  function choose() {
    const option = options[Number(input.current?.value)]
    setMoved(undefined)
    if (option && option.text !== value) onChoose(option.text)
  }

  /** Enter and Space mean the spot where it stands; once something is chosen, Enter goes on. */
  function onKeyDown(event: KeyboardEvent) {
    if (shown !== undefined || (event.key !== 'Enter' && event.key !== ' ')) return
    event.preventDefault()
    choose()
  }

  const onChange = useEffectEvent(choose)
  // An effect because React's own onChange hears each step on the way; the browser's `change` is the letting go.
  useEffect(() => {
    const range = input.current
    const listener = () => onChange()
    range?.addEventListener('change', listener)
    return () => range?.removeEventListener('change', listener)
  }, [])

  return (
    <div className={styles.slider} style={cssVariables({ '--at': last === 0 ? 0 : at / last })}>
      <p className={styles.shown} data-chosen={shown !== undefined || undefined} aria-hidden="true">
        <span className={styles.face}>{shown === undefined ? '👉' : scaleLabels[at]?.label}</span>
        {shown === undefined ? m.quests_slide() : options[at]?.text}
      </p>
      <input
        ref={input}
        className={styles.range}
        type="range"
        min={0}
        max={last}
        step={1}
        value={at}
        data-chosen={shown !== undefined || undefined}
        aria-label={text}
        aria-valuetext={shown === undefined ? m.quests_slide_none() : options[at]?.text}
        onChange={(event) => setMoved(Number(event.currentTarget.value))}
        // A tap on the spot where it stands changes nothing, and still means this one: a mouse clicks, a finger lifts.
        onClick={choose}
        onTouchEnd={choose}
        onTouchCancel={() => setMoved(undefined)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.ticks}>
        {options.map((option, index) => (
          <button
            key={option.text}
            className={styles.tick}
            type="button"
            // Keys have the slider itself.
            tabIndex={-1}
            aria-label={option.text}
            aria-pressed={option.text === value}
            onClick={() => onChoose(option.text)}
          >
            {scaleLabels[index]?.label}
          </button>
        ))}
      </div>
      <div className={styles.ends} aria-hidden="true">
        <span>{options[0]?.text}</span>
        <span>{options[last]?.text}</span>
      </div>
    </div>
  )
}

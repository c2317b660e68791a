import { useEffect, useRef, useEffectEvent, useState, type KeyboardEvent } from 'react'
import type { Indicator as Kind } from '#contract/quests/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { cssVariables } from '#src/ui/chart/css-variables.ts'
import { ChoiceGroup } from '#src/ui/choice/choice.tsx'
import { Face } from '#src/ui/companion/face.tsx'
import { answerTo, asksDistress, questionAt } from '../play.ts'
import { tongueOf, type SpokenQuest, type SpokenQuestion } from '../quest-words.ts'
import { OptionRows, Battery, type IndicatorProps, AnswerMark } from './option-rows.tsx'
import { RiskCard } from './risk-card.tsx'
import type { Play } from './use-play.ts'
import styles from './player.module.css'
import sliderStyles from './slider.module.css'

export interface ChallengeProps {
  quest: SpokenQuest
  play: Play
  onHelp: () => void
  /** The person moves from question to question: each new one takes the focus. */
  takesFocus: boolean
}

/** One question with its indicator, its distress where that is asked, and what its answer is met with. */
export function Challenge({ quest, play, onHelp, takesFocus }: ChallengeProps) {
  const { draft, paused, notes } = play
  const question = questionAt(quest, draft)
  const answer = answerTo(draft, question)
  const { distress, wordsIn } = quest
  const items = tongueOf(quest.itemsIn)
  const heading = useRef<HTMLHeadingElement>(null)

  // An effect because focus lives in the document: it goes to the new question, so that it is read out from its top.
  useEffect(() => {
    if (!takesFocus) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('form')?.firstElementChild?.scrollIntoView({ block: 'nearest' })
  }, [takesFocus])

  return (
    <div className={styles.challenge} data-way={play.way}>
      {items.lang && <p className={styles.hint}>{m.quests_items_english()}</p>}
      {question.contentNote && (
        <p className={styles.note} {...tongueOf(wordsIn)}>
          {question.contentNote}
        </p>
      )}
      <h2 className={styles.question} ref={heading} tabIndex={-1} {...items}>
        {question.text}
      </h2>
      {question.hint && (
        <p className={styles.hint} {...items}>
          {question.hint}
        </p>
      )}
      {/* There before its words are, or they would not be read. */}
      <div className={styles.live} aria-live="polite">
        {paused && <RiskCard rule={paused} wordsIn={wordsIn} waits />}
      </div>
      <div {...items}>
        <Indicator
          kind={quest.indicator}
          question={question}
          value={answer?.value}
          onChoose={play.choose}
        />
      </div>
      {distress && asksDistress(quest, draft, question) && (
        <div className={styles.distress} data-distress {...items}>
          <OptionRows
            legend={distress.text}
            showLegend
            options={distress.options}
            scaleLabels={distress.scaleLabels}
            value={answer?.distress}
            onChoose={play.chooseDistress}
          />
        </div>
      )}
      <div className={styles.live} aria-live="polite">
        {!paused &&
          notes.map((rule) => (
            <RiskCard key={rule.id} rule={rule} wordsIn={wordsIn} onHelp={onHelp} />
          ))}
      </div>
      {/* Its room is there before the word is: nothing moves under a finger. */}
      <p className={styles.saved} data-shown={play.saving === 'saved' || undefined}>
        {m.quests_kept_now()}
      </p>
      <p className={styles.keys}>{m.quests_keys({ count: question.options.length })}</p>
    </div>
  )
}

/** Spec 9: a battery, a slider, or buttons where the slider is hidden. */
function Indicator({ kind, ...props }: IndicatorProps & { kind: Kind }) {
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

/** Two options side by side, or two sentences one above the other. */
function OptionTiles({ question, value, onChoose }: IndicatorProps) {
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

function choicesOf({ options, scaleLabels }: SpokenQuestion) {
  return options.map(({ text, said = text }, index) => ({
    value: text,
    label: said,
    emoji: scaleLabels[index]?.label ?? '',
  }))
}

/**
 * One of a few steps on a line. Letting go chooses, passing by does not: an answer that opens help must be meant. Until
 * something is chosen the thumb is in the middle and says so.
 */
function Slider({ question, value, onChoose }: IndicatorProps) {
  const { text, options, scaleLabels } = question
  const chosen = options.findIndex((option) => option.text === value)
  const middle = Math.floor((options.length - 1) / 2)
  const [moved, setMoved] = useState<number>()
  const input = useRef<HTMLInputElement>(null)
  const shown = moved ?? (chosen === -1 ? undefined : chosen)
  const at = shown ?? middle
  const last = options.length - 1
  const says = (index: number) => options[index]?.said ?? options[index]?.text

  function choose() {
    const option = options[Number(input.current?.value)]
    setMoved(undefined)
    if (option && option.text !== value) onChoose(option.text)
  }

  /** Enter and Space mean the spot where it is; once something is chosen, Enter goes on. */
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
    <div
      className={sliderStyles.slider}
      style={cssVariables({ '--at': last === 0 ? 0 : at / last })}
    >
      <p
        className={sliderStyles.shown}
        data-chosen={shown !== undefined || undefined}
        aria-hidden="true"
      >
        <span className={sliderStyles.face}>
          {shown === undefined ? (
            <Face emoji="🙂" />
          ) : (
            <AnswerMark label={scaleLabels[at]?.label} />
          )}
        </span>
        {shown === undefined ? m.quests_slide() : says(at)}
      </p>
      <input
        ref={input}
        className={sliderStyles.range}
        type="range"
        min={0}
        max={last}
        step={1}
        value={at}
        data-chosen={shown !== undefined || undefined}
        aria-label={text}
        aria-valuetext={shown === undefined ? m.quests_slide_none() : says(at)}
        onChange={(event) => setMoved(Number(event.currentTarget.value))}
        // A tap on the spot where it is changes nothing, and still means this one: a mouse clicks, a finger lifts.
        onClick={choose}
        onTouchEnd={choose}
        onTouchCancel={() => setMoved(undefined)}
        onKeyDown={onKeyDown}
      />
      <div className={sliderStyles.ticks}>
        {options.map((option, index) => (
          <button
            key={option.text}
            className={sliderStyles.tick}
            type="button"
            // Keys have the slider itself.
            tabIndex={-1}
            aria-label={says(index)}
            aria-pressed={option.text === value}
            onClick={() => onChoose(option.text)}
          >
            <AnswerMark label={scaleLabels[index]?.label} />
          </button>
        ))}
      </div>
      <div className={sliderStyles.ends} aria-hidden="true">
        <span>{says(0)}</span>
        <span>{says(last)}</span>
      </div>
    </div>
  )
}

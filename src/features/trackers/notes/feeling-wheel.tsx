import { useState } from 'react'
import {
  feelingQuarters,
  feelings,
  feelingsMax,
  type Feeling,
  type FeelingQuarter,
} from '#contract/trackers/note.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { compareNames, joinWords } from '#src/i18n/speech.ts'
import { SegmentedControl } from '#src/ui/choice/segmented-control.tsx'
import { feelingLabels, quarterLabels, wheelQuarters } from './note-labels.ts'
import styles from './notes.module.css'

export interface FeelingWheelProps {
  chosen: readonly string[]
  onChange: (feelings: string[]) => void
}

/**
 * Forty feelings, by energy and by how they feel, or as a list by the alphabet: checkboxes in both. A quarter of the wheel
 * opens with a tap, so that nobody has to read forty words.
 */
export function FeelingWheel({ chosen, onChange }: FeelingWheelProps) {
  const [view, setView] = useState<'wheel' | 'list'>('wheel')
  const [open, setOpen] = useState<FeelingQuarter>()
  const [full, setFull] = useState(false)

  function toggle(feeling: string) {
    const has = chosen.includes(feeling)
    setFull(!has && chosen.length >= feelingsMax)
    if (has) onChange(chosen.filter((each) => each !== feeling))
    else if (chosen.length < feelingsMax) onChange([...chosen, feeling])
  }

  const group = { chosen, onToggle: toggle }
  return (
    <fieldset className={styles.part}>
      <legend className={styles.legend}>{m.trackers_note_feelings()}</legend>
      <SegmentedControl
        legend={m.trackers_note_view()}
        options={[
          { value: 'wheel', label: m.trackers_note_wheel() },
          { value: 'list', label: m.trackers_note_list() },
        ]}
        value={view}
        onChange={setView}
      />
      {view === 'list' ? (
        <ChipGroup
          {...group}
          legend={m.trackers_note_feelings()}
          choices={feelings.map(choiceOf).toSorted((a, b) => compareNames(a.label, b.label))}
        />
      ) : (
        <>
          <div className={styles.wheel}>
            {wheelQuarters.map((quarter) => (
              <Quarter
                key={quarter}
                quarter={quarter}
                chosen={chosen}
                open={quarter === open}
                onToggle={() => setOpen(quarter === open ? undefined : quarter)}
              />
            ))}
          </div>
          {open && (
            <div className={styles.opened} data-quarter={open}>
              <ChipGroup
                {...group}
                legend={quarterLabels[open]()}
                choices={feelingQuarters[open].map(choiceOf)}
              />
            </div>
          )}
        </>
      )}
      <output className={styles.three}>{full && m.trackers_note_three()}</output>
    </fieldset>
  )
}

interface QuarterProps {
  quarter: FeelingQuarter
  chosen: readonly string[]
  open: boolean
  onToggle: () => void
}

/** A quarter of the wheel: what it is about, and what was chosen of it. */
function Quarter({ quarter, chosen, open, onToggle }: QuarterProps) {
  const own = feelingQuarters[quarter].filter((feeling) => chosen.includes(feeling))
  return (
    <button
      type="button"
      className={styles.quarter}
      data-quarter={quarter}
      aria-expanded={open}
      onClick={onToggle}
    >
      <span>{quarterLabels[quarter]()}</span>
      {own.length > 0 && (
        <strong>{joinWords(own.map((feeling) => feelingLabels[feeling]()))}</strong>
      )}
    </button>
  )
}

function choiceOf(feeling: Feeling) {
  return { id: feeling, label: feelingLabels[feeling]() }
}

export interface ChipGroupProps {
  legend: string
  choices: readonly { readonly id: string; readonly label: string }[]
  chosen: readonly string[]
  onToggle: (id: string) => void
}

/** Checkboxes that look like small words; one that is chosen has a mark beside its color. */
export function ChipGroup({ legend, choices, chosen, onToggle }: ChipGroupProps) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.chips}>
        {choices.map(({ id, label }) => (
          <label key={id} className={styles.chip}>
            <input
              type="checkbox"
              className={styles.box}
              checked={chosen.includes(id)}
              onChange={() => onToggle(id)}
            />
            <bdi>{label}</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

import { useState, type FormEvent } from 'react'
import * as v from 'valibot'
import { cleanLine } from '#contract/free-text.ts'
import {
  feelingQuarters,
  feelings,
  feelingsMax,
  type Feeling,
  type FeelingQuarter,
  givenTags,
  noteTagsMax,
  ownTagLettersMax,
  ownTagSchema,
  ownTagsMax,
  type NoteWords,
} from '#contract/trackers/note.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { compareNames, joinWords } from '#src/i18n/speech.ts'
import { Button } from '#src/ui/button/button.tsx'
import { SegmentedControl } from '#src/ui/choice/segmented-control.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { feelingLabels, quarterLabels, wheelQuarters, tagLabels } from './note-labels.ts'
import styles from './notes.module.css'

interface FeelingWheelProps {
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

interface ChipGroupProps {
  legend: string
  choices: readonly { readonly id: string; readonly label: string }[]
  chosen: readonly string[]
  onToggle: (id: string) => void
}

/** Checkboxes that look like small words; one that is chosen has a mark beside its color. */
function ChipGroup({ legend, choices, chosen, onToggle }: ChipGroupProps) {
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

interface TagPartProps {
  words: NoteWords
  knownTags: readonly string[]
  /** What stands in the field for one more, and why it is not taken. */
  pending: string
  error: string | undefined
  onChange: (next: Partial<NoteWords>) => void
  onType: (pending: string) => void
  /** What stands in the field is to be a tag. */
  onAdd: () => void
  onRefuse: (error: string) => void
}

/** As many of one's own tags as fit without looking for them; the others come by writing them. */
const shownTagsMax = 24

/** Given tags and own ones to choose from, and a field for one more. */
export function TagPart(props: TagPartProps) {
  const { words, knownTags, pending, error, onChange, onType, onAdd, onRefuse } = props
  const { tags, ownTags } = words
  const shownTags = [...new Set([...ownTags, ...knownTags.slice(0, shownTagsMax)])]
  const choices = [
    ...givenTags.map((id) => ({ id: `given ${id}`, label: tagLabels[id]() })),
    ...shownTags.map((tag) => ({ id: `own ${tag}`, label: tag })),
  ]
  const chosen = [...tags.map((id) => `given ${id}`), ...ownTags.map((tag) => `own ${tag}`)]

  function toggle(id: string) {
    const isOwn = id.startsWith('own ')
    const name = id.slice(id.indexOf(' ') + 1)
    const list = isOwn ? ownTags : tags
    if (!list.includes(name) && isFull(words)) return onRefuse(fullText())
    const next = list.includes(name) ? list.filter((each) => each !== name) : [...list, name]
    return onChange(isOwn ? { ownTags: next } : { tags: next })
  }

  function add(event: FormEvent) {
    event.preventDefault()
    onAdd()
  }

  return (
    <div className={styles.part}>
      <ChipGroup
        legend={m.trackers_note_tags()}
        choices={choices}
        chosen={chosen}
        onToggle={toggle}
      />
      <form className={styles.adding} onSubmit={add}>
        <Field label={m.trackers_note_own_tag()} error={error}>
          <TextInput
            value={pending}
            autoComplete="off"
            dir="auto"
            enterKeyHint="done"
            onChange={(event) => onType(event.currentTarget.value)}
          />
        </Field>
        <Button type="submit" look="secondary" icon="plus">
          {m.trackers_note_own_tag_add()}
        </Button>
      </form>
    </div>
  )
}

/** The words with what was typed as one more tag, or why it cannot be one; an empty text changes nothing. */
export function withTag(
  words: NoteWords,
  typed: string,
  knownTags: readonly string[],
): { readonly words: NoteWords } | { readonly problem: string } {
  const { tags, ownTags } = words
  const tag = cleanLine(typed)
  const given = givenTags.find((id) => tagLabels[id]().toLowerCase() === tag.toLowerCase())
  if (tag === '' || ownTags.includes(tag) || (given && tags.includes(given))) return { words }
  if (!given && !v.is(ownTagSchema, tag)) {
    return { problem: m.trackers_note_own_tag_long({ max: ownTagLettersMax }) }
  }
  if (isFull(words)) return { problem: fullText() }
  if (given) return { words: { ...words, tags: [...tags, given] } }
  const all = new Set([...knownTags, ...ownTags])
  if (!all.has(tag) && all.size >= ownTagsMax) {
    return { problem: m.trackers_note_own_tags_full({ max: ownTagsMax }) }
  }
  return { words: { ...words, ownTags: [...ownTags, tag] } }
}

function isFull({ tags, ownTags }: NoteWords): boolean {
  return tags.length + ownTags.length >= noteTagsMax
}

function fullText(): string {
  return m.trackers_note_tags_full({ max: noteTagsMax })
}

import { useState, type FormEvent } from 'react'
import * as v from 'valibot'
import { cleanLine } from '#contract/free-text.ts'
import {
  givenTags,
  noteTagsMax,
  ownTagLettersMax,
  ownTagSchema,
  ownTagsMax,
  type NoteWords,
} from '#contract/trackers/note.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { ChipGroup } from './feeling-wheel.tsx'
import { tagLabels } from './note-labels.ts'
import styles from './notes.module.css'

export interface TagPartProps {
  words: NoteWords
  knownTags: readonly string[]
  onChange: (next: Partial<NoteWords>) => void
}

/** As many of one's own tags as fit without looking for them; the others come by writing them. */
const shownTagsMax = 24

/** Given tags and own ones to choose from, and a field for one more. */
export function TagPart({ words, knownTags, onChange }: TagPartProps) {
  const { tags, ownTags } = words
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const full = tags.length + ownTags.length >= noteTagsMax
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
    if (!list.includes(name) && full)
      return setError(m.trackers_note_tags_full({ max: noteTagsMax }))
    setError(undefined)
    const next = list.includes(name) ? list.filter((each) => each !== name) : [...list, name]
    return onChange(isOwn ? { ownTags: next } : { tags: next })
  }

  function add(event: FormEvent) {
    event.preventDefault()
    const tag = cleanLine(text)
    if (tag === '') return
    const given = givenTags.find((id) => tagLabels[id]().toLowerCase() === tag.toLowerCase())
    const problem = given ? undefined : tagProblem(tag, { full, knownTags, ownTags })
    setError(problem)
    if (problem) return
    setText('')
    if (given && !tags.includes(given)) toggle(`given ${given}`)
    else if (!given && !ownTags.includes(tag)) onChange({ ownTags: [...ownTags, tag] })
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
            value={text}
            autoComplete="off"
            dir="auto"
            enterKeyHint="done"
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </Field>
        <Button type="submit" look="secondary" icon="plus">
          {m.trackers_note_own_tag_add()}
        </Button>
      </form>
    </div>
  )
}

/** Why a tag cannot be added. */
function tagProblem(
  tag: string,
  known: { full: boolean; knownTags: readonly string[]; ownTags: readonly string[] },
): string | undefined {
  const { full, knownTags, ownTags } = known
  if (ownTags.includes(tag)) return undefined
  if (!v.is(ownTagSchema, tag)) return m.trackers_note_own_tag_long({ max: ownTagLettersMax })
  if (full) return m.trackers_note_tags_full({ max: noteTagsMax })
  const all = new Set([...knownTags, ...ownTags])
  if (!all.has(tag) && all.size >= ownTagsMax) {
    return m.trackers_note_own_tags_full({ max: ownTagsMax })
  }
  return undefined
}

import { useState } from 'react'
import * as v from 'valibot'
import { requestMessageCharsMax } from '#contract/connections/api.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { deleteDraft, readDraft, saveDraft } from '#src/lib/dirty.ts'
import { Field } from '#src/ui/field/field.tsx'
import { TextArea } from '#src/ui/field/inputs.tsx'

/** What the person would like the provider to know; the request goes without it just as well. */
export function SentenceField(props: { value: string; onChange: (value: string) => void }) {
  const { value, onChange } = props
  return (
    <Field label={m.connections_sentence()} hint={m.connections_sentence_hint()} optional>
      <TextArea
        rows={2}
        value={value}
        maxLength={requestMessageCharsMax}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

/** The sentence that is being written for a care provider; it outlives the page for as long as this tab lives. */
export function useRequestSentence(
  providerId: string,
  offered: boolean,
): [sentence: string, write: (sentence: string) => void] {
  const [sentence, setSentence] = useState(() => (offered ? (readDrafts()[providerId] ?? '') : ''))

  function write(text: string) {
    setSentence(text)
    saveRequestDraft(providerId, text)
  }

  return [sentence, write]
}

/** The request was sent: the next one begins without it. */
export function dropRequestSentence(providerId: string): void {
  saveRequestDraft(providerId, '')
}

/** A logout asks for it by this name, too. */
const draftName = 'requests'

/** The sentences by the ids of the care providers whom they are for. */
const draftsSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()))

function readDrafts(): Record<string, string> {
  const parsed = v.safeParse(draftsSchema, readDraft(draftName))
  return parsed.success ? parsed.output : {}
}

function saveRequestDraft(providerId: string, sentence: string): void {
  const { [providerId]: _before, ...others } = readDrafts()
  const all = sentence === '' ? others : { ...others, [providerId]: sentence }
  if (Object.keys(all).length === 0) deleteDraft(draftName)
  else saveDraft(draftName, JSON.stringify(all))
}

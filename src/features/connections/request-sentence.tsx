import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { requestMessageCharsMax } from '#contract/connections/api.ts'
import { cleanText } from '#contract/free-text.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { deleteDraft, readDraft, saveDraft } from '#src/lib/dirty.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { currentSession } from '#src/session/session.ts'
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

/**
 * The sentence that is being written for a care provider; it outlives the page for as long as this tab lives. `asked` says that
 * a request is there: a sentence whose answer was lost went with it.
 */
export function useRequestSentence(
  providerId: string,
  { offered, asked }: { offered: boolean; asked: boolean },
): [sentence: string, write: (sentence: string) => void] {
  const [sentence, setSentence] = useState(() => (offered ? readSentence(drafts, providerId) : ''))
  const [askedBefore, setAskedBefore] = useState(asked)
  if (asked !== askedBefore) {
    setAskedBefore(asked)
    // The next request begins without what went with this one.
    if (!asked && offered) setSentence(readSentence(drafts, providerId))
  }

  // An effect because what is stored outlives the page.
  useEffect(() => {
    if (asked) dropIfTried(providerId)
  }, [asked, providerId])

  function write(text: string) {
    setSentence(text)
    saveSentence(drafts, providerId, text)
  }

  return [sentence, write]
}

/** The request was sent: the next one begins without it. */
export function dropRequestSentence(providerId: string): void {
  saveSentence(drafts, providerId, '')
  saveSentence(tried, providerId, '')
}

/** A request with this sentence got no answer: it may have arrived. Whoever was logged out meanwhile leaves nothing in this tab. */
export function noteSentenceTried(
  { userId }: Pick<UserDatabase, 'userId'>,
  providerId: string,
  sentence: string,
): void {
  if (currentSession()?.user._id === userId) saveSentence(tried, providerId, sentence)
}

/** What was written after the press is not what went with it, and stays. */
function dropIfTried(providerId: string): void {
  const sent = readSentence(tried, providerId)
  if (cleanText(readSentence(drafts, providerId)) === sent) dropRequestSentence(providerId)
}

/** A logout asks for it by this name, too. */
const drafts = 'requests'

/** What was sent and got no answer. */
const tried = 'requests-tried'

/** The sentences by the ids of the care providers whom they are for. */
const sentencesSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()))

function readSentences(name: string): Record<string, string> {
  const parsed = v.safeParse(sentencesSchema, readDraft(name))
  return parsed.success ? parsed.output : {}
}

function readSentence(name: string, providerId: string): string {
  return readSentences(name)[providerId] ?? ''
}

function saveSentence(name: string, providerId: string, sentence: string): void {
  const { [providerId]: _before, ...others } = readSentences(name)
  const all = sentence === '' ? others : { ...others, [providerId]: sentence }
  if (Object.keys(all).length === 0) deleteDraft(name)
  else saveDraft(name, JSON.stringify(all))
}

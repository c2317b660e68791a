import { useState } from 'react'
import type { FullUser } from '#contract/account/profile.ts'
import { languagesMax, type Practice, languages } from '#contract/providers/model.ts'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import type { MinorsState } from '#src/session/own-profile.ts'
import { EditPanel } from '#src/ui/card/edit-panel.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { MinorsBanner } from './profile-card.tsx'
import styles from './profile.module.css'

export interface PracticeFormProps {
  /** What the provider has said so far. */
  saved: NonNullable<FullUser['practice']>
  /** What became of what they said about people under 18. */
  state: MinorsState
  /** Gets what was changed alone: the rest may be newer on another device. */
  onSave: (changed: Practice) => Promise<void>
}

type Language = (typeof languages)[number]

/** What a care provider says about their work: whether they see people under 18, and in which languages. */
export function PracticeForm({ saved, state, onSave }: PracticeFormProps) {
  const [edited, setEdited] = useState<Practice>({})
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const seesMinors = edited.seesMinors ?? saved.seesMinors
  // A language that this build does not know is lost when another one is ticked.
  const spoken = edited.languages ?? languages.filter((one) => saved.languages.includes(one))
  const answered = state === 'asked' || state === 'refused'
  const waits = seesMinors && !saved.clearedForMinors && !answered
  useDirtyForm(Object.keys(edited).length > 0)

  async function save() {
    if (busy) return
    setFailure(undefined)
    setBusy(true)
    try {
      await onSave(edited)
      setEdited((latest) => changedSince(edited, latest))
      showToast({ text: m.profile_practice_saved(), tone: 'success' })
    } catch (error) {
      setFailure(failureText(error, m.profile_practice_failed(), 'languages'))
    } finally {
      setBusy(false)
    }
  }

  function turn(language: Language, on: boolean) {
    const others = spoken.filter((one) => one !== language)
    setEdited({ ...edited, languages: on ? [...others, language] : others })
  }

  return (
    <EditPanel
      title={m.profile_tab_practice()}
      text={m.profile_practice_text()}
      onSubmit={() => void save()}
      busy={busy}
      failure={failure}
      onCancel={() => setEdited({})}
    >
      <Checkbox
        label={m.profile_practice_minors()}
        hint={m.profile_practice_minors_hint()}
        checked={seesMinors}
        onChange={(event) => setEdited({ ...edited, seesMinors: event.target.checked })}
      />
      {waits ? (
        <Banner tone="info">{m.profile_practice_not_cleared()}</Banner>
      ) : (
        <MinorsBanner state={state} linked={false} />
      )}
      {!seesMinors && saved.seesMinors && (
        <Banner tone="warn">{m.profile_practice_minors_off()}</Banner>
      )}
      <fieldset className={styles.languages}>
        <legend>{m.profile_practice_languages({ count: languagesMax })}</legend>
        {languages.map((language) => (
          <Checkbox
            key={language}
            label={term(language)}
            checked={spoken.includes(language)}
            disabled={spoken.length >= languagesMax && !spoken.includes(language)}
            onChange={(event) => turn(language, event.target.checked)}
          />
        ))}
      </fieldset>
    </EditPanel>
  )
}

/** What was changed while the rest was saved, and is not saved yet. */
function changedSince(sent: Practice, latest: Practice): Practice {
  const isNew = ([name, value]: [string, unknown]) => value !== sent[name as keyof Practice]
  return Object.fromEntries(Object.entries(latest).filter(isNew))
}

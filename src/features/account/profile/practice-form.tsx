import { useState } from 'react'
import type { FullUser } from '#contract/account/profile.ts'
import { languagesMax, type Practice, languages } from '#contract/providers/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { term } from '#src/i18n/chosen.ts'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { EditPanel } from '#src/ui/card/edit-panel.tsx'
import { failureText } from '#src/offline/api/api-error.ts'
import { MinorsBanner } from './profile-card.tsx'
import type { MinorsState } from '#src/session/own-profile.ts'
import styles from './profile.module.css'

export interface PracticeFormProps {
  /** What the provider has said so far; undefined before this device knows it. */
  saved: FullUser['practice']
  /** What became of what they said about people under 18. */
  state: MinorsState
  onSave: (practice: Practice) => Promise<void>
}

type Language = (typeof languages)[number]

/** What a care provider says about their work: whether they see people under 18, and in which languages. */
export function PracticeForm({ saved, state, onSave }: PracticeFormProps) {
  const [edited, setEdited] = useState<Edited>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const now = edited ?? asEdited(saved)
  const answered = state === 'asked' || state === 'refused'
  const waits = now.seesMinors && saved?.clearedForMinors === false && !answered
  useDirtyForm(edited !== undefined)

  async function save() {
    if (busy) return
    setFailure(undefined)
    setBusy(true)
    try {
      await onSave(now)
      // What was changed while it was saved is not saved yet.
      setEdited((latest) => (latest === edited ? undefined : latest))
      showToast({ text: m.profile_practice_saved(), tone: 'success' })
    } catch (error) {
      setFailure(failureText(error, m.profile_practice_failed(), 'languages'))
    } finally {
      setBusy(false)
    }
  }

  function turn(language: Language, spoken: boolean) {
    const others = now.languages.filter((one) => one !== language)
    setEdited({ ...now, languages: spoken ? [...others, language] : others })
  }

  return (
    <EditPanel
      title={m.profile_tab_practice()}
      text={m.profile_practice_text()}
      onSubmit={() => void save()}
      busy={busy}
      failure={failure}
      onCancel={() => setEdited(undefined)}
    >
      <Checkbox
        label={m.profile_practice_minors()}
        hint={m.profile_practice_minors_hint()}
        checked={now.seesMinors}
        onChange={(event) => setEdited({ ...now, seesMinors: event.target.checked })}
      />
      {waits ? (
        <Banner tone="info">{m.profile_practice_not_cleared()}</Banner>
      ) : (
        <MinorsBanner state={state} linked={false} />
      )}
      {!now.seesMinors && saved?.seesMinors && (
        <Banner tone="warn">{m.profile_practice_minors_off()}</Banner>
      )}
      <fieldset className={styles.languages}>
        <legend>{m.profile_practice_languages({ count: languagesMax })}</legend>
        {languages.map((language) => (
          <Checkbox
            key={language}
            label={term(language)}
            checked={now.languages.includes(language)}
            disabled={now.languages.length >= languagesMax && !now.languages.includes(language)}
            onChange={(event) => turn(language, event.target.checked)}
          />
        ))}
      </fieldset>
    </EditPanel>
  )
}

interface Edited {
  readonly seesMinors: boolean
  readonly languages: Language[]
}

/** A language that this build does not know is lost when it saves. */
function asEdited(saved: FullUser['practice']): Edited {
  return {
    seesMinors: saved?.seesMinors ?? false,
    languages: languages.filter((language) => saved?.languages.includes(language)),
  }
}

import { useId, useState, type ReactNode } from 'react'
import {
  packArticlesMax,
  packNoteCharsMax,
  packTitleCharsMax,
  type NewPack,
} from '#contract/library/packs.ts'
import { queryCharsMax } from '#contract/library/search.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { Field, FieldMessage } from '#src/ui/field/field.tsx'
import { TextArea } from '#src/ui/field/inputs.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { focusFirstError } from '#src/ui/focus.ts'
import { Banner, FailureBanner } from '#src/ui/message/banner.tsx'
import { searchOnDevice, failureOf } from '../data/library-calls.ts'
import { authorName } from '../library-links.tsx'
import type { PackDraft } from './pack-draft.ts'
import { type Begun, type PackFieldsProps, usePackFields } from './pack-fields.ts'
import styles from './packs.module.css'

export interface PackFormProps extends PackFieldsProps {
  /** Rejects as the call does. */
  onSend: (pack: NewPack) => Promise<void>
}

/** A pack as a care provider makes it: what to read, for whom, and a few words of their own. */
export function PackForm({ onSend, ...given }: PackFormProps) {
  const { articles, people } = given
  const { form, articleIds, receiverIds, changed, begun, discard } = usePackFields(given)
  const { register, handleSubmit, setValue, formState } = form
  const { errors, isSubmitting } = formState
  const [failure, setFailure] = useState<string>()
  // What is sent stays busy until the page leads on, so that it is not sent again.
  const [sent, setSent] = useState(false)
  useDirtyForm(changed && !sent)

  function toggle(name: 'articleIds' | 'receiverIds', id: string, on: boolean) {
    const before = name === 'articleIds' ? articleIds : receiverIds
    const after = on ? [...before, id] : before.filter((one) => one !== id)
    setValue(name, after, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }

  const send = async (pack: NewPack) => {
    setFailure(undefined)
    try {
      await onSend(pack)
      setSent(true)
    } catch (error) {
      const { text, fields } = failureOf(error, m.library_packs_send_failed())
      setFailure(text)
      for (const [path, message] of Object.entries(fields)) {
        form.setError(path as keyof PackDraft, { message })
      }
    }
  }

  function startAnew() {
    setFailure(undefined)
    // The button goes with its press.
    form.setFocus('title')
    discard()
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        const { currentTarget } = event
        void handleSubmit(send, () => focusFirstError(currentTarget))(event)
      }}
    >
      {begun && <Earlier begun={begun} onDiscard={isSubmitting || sent ? undefined : startAnew} />}
      <Group
        legend={m.library_packs_pick_articles({ max: packArticlesMax })}
        error={errors.articleIds?.message}
      >
        <ArticlePicker
          articles={articles}
          chosen={articleIds}
          errors={errorsAt(errors.articleIds, articleIds)}
          onToggle={(id, on) => toggle('articleIds', id, on)}
        />
      </Group>
      <PeoplePicker
        people={people}
        chosen={receiverIds}
        error={errors.receiverIds?.message}
        errors={errorsAt(errors.receiverIds, receiverIds)}
        onToggle={(id, on) => toggle('receiverIds', id, on)}
      />
      <Field label={m.library_packs_title()} error={errors.title?.message} required>
        <TextInput
          dir="auto"
          autoComplete="off"
          maxLength={packTitleCharsMax}
          {...register('title')}
        />
      </Field>
      <Field
        label={m.library_packs_note()}
        hint={m.library_packs_note_hint()}
        error={errors.note?.message}
        optional
      >
        <TextArea dir="auto" rows={3} maxLength={packNoteCharsMax} {...register('note')} />
      </Field>
      <FailureBanner text={failure} />
      <div>
        <Button type="submit" icon="send" busy={isSubmitting || sent}>
          {m.library_packs_send()}
        </Button>
      </div>
    </form>
  )
}

/** What somebody should know before they go on with a pack; while it is sent it cannot be discarded. */
function Earlier({ begun, onDiscard }: { begun: Begun; onDiscard: (() => void) | undefined }) {
  const words = { same: m.library_packs_begun, other: m.library_packs_begun_other }
  return (
    <Banner
      tone={begun === 'other' ? 'warn' : 'info'}
      action={
        onDiscard && (
          <Button look="secondary" size="small" onClick={onDiscard}>
            {m.library_draft_discard()}
          </Button>
        )
      }
    >
      {words[begun]()}
    </Banner>
  )
}

interface GroupProps {
  legend: string
  error?: string | undefined
  children: ReactNode
}

function Group({ legend, error, children }: GroupProps) {
  const id = useId()
  return (
    <fieldset className={styles.group} aria-describedby={error && id}>
      <legend className={styles.legend}>{legend}</legend>
      {children}
      <FieldMessage id={id} text={error} />
    </fieldset>
  )
}

/** What the server or the schema says about single ones of a list, by their ids. */
function errorsAt(errors: unknown, ids: readonly string[]): ReadonlyMap<string, string> {
  const list = Array.isArray(errors)
    ? (errors as readonly ({ message?: string } | undefined)[])
    : []
  return new Map(ids.map((id, at) => [id, list[at]?.message ?? '']))
}

interface PickerProps {
  chosen: readonly string[]
  errors: ReadonlyMap<string, string>
  onToggle: (id: string, on: boolean) => void
}

/** So many are offered before anybody looks for one. */
const offeredMax = 6

/** Those that are ticked stay in sight, whatever is looked for. */
function ArticlePicker({
  articles,
  chosen,
  errors,
  onToggle,
}: PickerProps & Pick<PackFormProps, 'articles'>) {
  const [query, setQuery] = useState('')
  const found = query.trim()
    ? searchOnDevice(articles, query).hits.map(({ article }) => article)
    : articles
  const ticked = articles.filter(({ _id }) => chosen.includes(_id))
  const others = found.filter(({ _id }) => !chosen.includes(_id)).slice(0, offeredMax)
  return (
    <>
      <Field label={m.library_search_label()} hideLabel>
        <TextInput
          type="search"
          value={query}
          placeholder={m.library_search()}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={queryCharsMax}
          onChange={({ target }) => setQuery(target.value)}
          // Or Enter would send the pack.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </Field>
      {[...ticked, ...others].map((article) => (
        <Checkbox
          key={article._id}
          label={<bdi>{article.title}</bdi>}
          hint={<bdi>{authorName(article.author)}</bdi>}
          error={errors.get(article._id)}
          checked={chosen.includes(article._id)}
          disabled={chosen.length >= packArticlesMax && !chosen.includes(article._id)}
          onChange={({ target }) => onToggle(article._id, target.checked)}
        />
      ))}
      {others.length === 0 && query.trim() !== '' && (
        <p className={styles.muted}>{m.library_none_found()}</p>
      )}
    </>
  )
}

type PeoplePickerProps = PickerProps & Pick<PackFormProps, 'people'> & { error: string | undefined }

/** Young people and parents apart: who belongs to whom, the app neither knows nor says. */
function PeoplePicker({ people, chosen, error, errors, onToggle }: PeoplePickerProps) {
  const groups = [
    {
      legend: m.library_packs_young(),
      of: people.filter(({ userType }) => userType === 'Adolescent'),
    },
    {
      legend: m.library_packs_parents(),
      of: people.filter(({ userType }) => userType === 'Parent'),
    },
  ].filter(({ of }) => of.length > 0)
  return (
    <Group legend={m.library_packs_pick_people()} error={error}>
      <p className={styles.muted}>{m.library_packs_apart()}</p>
      {groups.length === 0 && <p>{m.library_packs_nobody()}</p>}
      {groups.map(({ legend, of }) => (
        <Group key={legend} legend={legend}>
          {of.map(({ id, firstname, lastname }) => (
            <Checkbox
              key={id}
              label={<bdi>{`${firstname} ${lastname}`}</bdi>}
              error={errors.get(id)}
              checked={chosen.includes(id)}
              onChange={({ target }) => onToggle(id, target.checked)}
            />
          ))}
        </Group>
      ))}
    </Group>
  )
}

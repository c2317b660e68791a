import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect, useEffectEvent, useId, useState, type ReactNode } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { Friend } from '#contract/connections/api.ts'
import type { Article } from '#contract/library/model.ts'
import {
  newPackSchema,
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
import { FailureBanner } from '#src/ui/message/banner.tsx'
import { searchOnDevice, failureOf } from '../data/library-calls.ts'
import { authorName } from '../library-links.tsx'
import type { PackDraft } from './pack-draft.ts'
import styles from './packs.module.css'

export interface PackFormProps {
  /** What this device has of the library, newest first. */
  articles: readonly Article[]
  /** Whom the care provider is connected with. */
  people: readonly Friend[]
  /** What is ticked at first. */
  picked: { readonly articleIds: readonly string[]; readonly receiverIds: readonly string[] }
  /** What was begun on an earlier visit and not sent. */
  draft: PackDraft | undefined
  /** Called with what is begun, in JSON, as it is written and ticked; with undefined where nothing is. */
  onWrite: (draft: string | undefined) => void
  /** Rejects as the call does. */
  onSend: (pack: NewPack) => Promise<void>
}

/** A pack as a care provider makes it: what to read, for whom, and a few words of their own. */
export function PackForm({ onSend, ...given }: PackFormProps) {
  const { articles, people } = given
  const { form, articleIds, receiverIds, changed } = usePackFields(given)
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

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        const { currentTarget } = event
        void handleSubmit(send, () => focusFirstError(currentTarget))(event)
      }}
    >
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

/** The fields of a pack; what is written and ticked is given to `onWrite` as it changes. */
function usePackFields({
  articles,
  people,
  picked,
  draft,
  onWrite,
}: Omit<PackFormProps, 'onSend'>) {
  const [begun] = useState<PackDraft>(() => ({
    title: '',
    note: '',
    articleIds: picked.articleIds.filter((id) => articles.some(({ _id }) => _id === id)),
    receiverIds: picked.receiverIds.filter((one) => people.some(({ id }) => id === one)),
  }))
  const form = useForm<PackDraft, unknown, NewPack>({
    resolver: valibotResolver(newPackSchema),
    // It knows the registered fields alone, which are below the boxes.
    shouldFocusError: false,
    defaultValues: draft ? goneOn(draft, begun) : begun,
  })
  const { setValue, control } = form
  const [title, note, articleIds, receiverIds] = useWatch({
    control,
    name: ['title', 'note', 'articleIds', 'receiverIds'],
  })
  const written = JSON.stringify({ title, note, articleIds, receiverIds })
  const changed = written !== JSON.stringify(begun)
  const write = useEffectEvent(onWrite)
  const worthStoring = changed ? written : undefined
  // An effect because what is stored outlives the page, and ticks change by themselves, too.
  useEffect(() => write(worthStoring), [worthStoring])
  // Who or what is no longer offered has no box to be unticked by.
  useEffect(() => {
    const offered = articleIds.filter((id) => articles.some(({ _id }) => _id === id))
    if (offered.length < articleIds.length) setValue('articleIds', offered)
    const here = receiverIds.filter((one) => people.some(({ id }) => id === one))
    if (here.length < receiverIds.length) setValue('receiverIds', here)
  }, [articles, people, articleIds, receiverIds, setValue])
  return { form, articleIds, receiverIds, changed }
}

/** A draft, with what somebody came to send now. */
function goneOn(draft: PackDraft, { articleIds, receiverIds }: PackDraft): PackDraft {
  return {
    ...draft,
    articleIds: [...new Set([...draft.articleIds, ...articleIds])],
    receiverIds: [...new Set([...draft.receiverIds, ...receiverIds])],
  }
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

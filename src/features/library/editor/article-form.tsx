import { useState, type ReactNode } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { fileKindOf } from '#contract/file-kind.ts'
import { fileTooLargeText, acceptOf, mediaTypes } from '#contract/file-rule.ts'
import { baseLanguage } from '#contract/language.ts'
import { articleFormats, type ArticleFormat } from '#contract/library/blocks.ts'
import {
  wellnessCategories,
  wellnessCategorySchema,
  contentCharsMax,
  titleCharsMax,
  articleEditSchema,
  newArticleSchema,
  type Article,
  attachmentRule,
} from '#contract/library/model.ts'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { joinFacts } from '#src/i18n/speech.ts'
import { formatMoment } from '#src/lib/dates.ts'
import { useOnline } from '#src/lib/online.ts'
import { Button } from '#src/ui/button/button.tsx'
import { CardCollapsible } from '#src/ui/card/card-collapsible.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { FileDrop } from '#src/ui/field/file-drop.tsx'
import { Select } from '#src/ui/field/inputs.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { Banner, FailureBanner } from '#src/ui/message/banner.tsx'
import { ArticleBody } from '../article/article-body.tsx'
import { languageFieldSchema, languageName, LanguageOptions, writtenIn } from '../language.tsx'
import type { DraftStatus } from './article-draft.ts'
import { TextEditor } from './text-editor.tsx'
import styles from './editor.module.css'

export interface ArticleFormProps {
  form: UseFormReturn<ArticleFields, unknown, ValidArticle>
  /** The article that is edited; undefined for a new one. */
  article: Article | undefined
  /** An article's file is chosen when it is new; undefined while it is edited. */
  attachment:
    | { file: File | undefined; refusal: string | undefined; onChange: (file?: File) => void }
    | undefined
  failure: string | undefined
  draftStatus: DraftStatus
  busy: boolean
  /** It is on its way: a correction would miss it. */
  sent: boolean
  /** 'Publish' and 'Publishing...', or 'Save Changes'. */
  words: { submit: string; busy: string }
  onSubmit: () => void
  /** The way out, a link. */
  cancel: ReactNode
}

/** An article as it is written. */
export function ArticleForm(props: ArticleFormProps) {
  const { form, article, attachment, failure, draftStatus, busy, sent, words } = props
  const { register, setValue, control, formState } = form
  const { errors } = formState
  const [content, language, format] = useWatch({
    control,
    name: ['content', 'language', 'format'],
  })
  const lang = language || article?.language || baseLanguage
  const hint = m.library_field_content_hint({ count: contentCharsMax })
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        props.onSubmit()
      }}
    >
      <NeedsConnection />
      <div className={styles.form} inert={sent}>
        <Field label={m.library_field_title()} error={errors.title?.message} required>
          <TextInput
            {...register('title')}
            lang={lang}
            maxLength={titleCharsMax}
            autoComplete="off"
          />
        </Field>
        <Field
          label={m.library_field_language()}
          hint={m.library_field_language_hint()}
          error={errors.language?.message}
          required
        >
          <Select {...register('language')}>
            <LanguageOptions piece={article} />
          </Select>
        </Field>
        <Field label={m.library_field_category()} error={errors.category?.message} required>
          <Select {...register('category')}>
            <option value="">{m.library_field_category_choose()}</option>
            {wellnessCategories.map((category) => (
              <option key={category} value={category}>
                {term(category)}
              </option>
            ))}
          </Select>
        </Field>
        {format === 'plain' && (
          <Banner
            tone="info"
            action={
              <Button look="secondary" size="small" onClick={() => setValue('format', 'markdown')}>
                {m.library_plain_use()}
              </Button>
            }
          >
            {m.library_plain_note()}
          </Banner>
        )}
        <Field
          label={m.library_field_content()}
          hint={hint}
          error={errors.content?.message}
          required
        >
          <TextEditor {...register('content')} text={content} lang={lang} format={format} />
        </Field>
        {attachment && <AttachmentField {...attachment} />}
      </div>
      <FailureBanner text={failure} />
      <p className={styles.muted}>{draftLabels[draftStatus]()}</p>
      <div className={styles.actions}>
        <Button type="submit" busy={busy}>
          {busy ? words.busy : words.submit}
        </Button>
        {props.cancel}
      </div>
    </form>
  )
}

/** Said while there is none. */
export function NeedsConnection() {
  if (useOnline()) return null
  return (
    <Banner tone="offline" announced>
      {m.library_needs_connection()}
    </Banner>
  )
}

export interface NewerVersionProps {
  item: Pick<Article, 'updatedAt' | 'category' | 'language'>
  /** False where nobody can say whether it came after what was written here. */
  sure: boolean
  onTake: () => void
  /** Its words. */
  children: ReactNode
}

/** What the server has, beside what somebody wrote without having seen it. */
export function NewerVersion({ item, sure, onTake, children }: NewerVersionProps) {
  const words = sure ? m.library_newer : m.library_newer_unsure
  return (
    <>
      <Banner
        tone="warn"
        announced
        action={
          <Button look="secondary" size="small" onClick={onTake}>
            {m.library_newer_take()}
          </Button>
        }
      >
        <p>{words({ date: formatMoment(item.updatedAt) })}</p>
        <p>{m.library_newer_fate()}</p>
      </Banner>
      <CardCollapsible title={m.library_newer_title()}>
        <p className={styles.muted}>{joinFacts([term(item.category), languageName(item)])}</p>
        {children}
      </CardCollapsible>
    </>
  )
}

export interface BeforeProps {
  /** The article as the server has it, where the edit did not begin with it. */
  newer: Article | undefined
  sure: boolean
  /** What is written comes from an earlier visit. */
  draft: boolean
  onDiscard: () => void
}

/** What somebody should know before they go on writing. */
export function Before({ newer, sure, draft, onDiscard }: BeforeProps) {
  if (newer) {
    const { title, content, format } = newer
    return (
      <NewerVersion item={newer} sure={sure} onTake={onDiscard}>
        <h3 {...writtenIn(newer, title)}>{title}</h3>
        <ArticleBody content={content} format={format} written={writtenIn(newer, content)} />
      </NewerVersion>
    )
  }
  if (!draft) return null
  return (
    <Banner
      tone="info"
      action={
        <Button look="secondary" size="small" onClick={onDiscard}>
          {m.library_draft_discard()}
        </Button>
      }
    >
      {m.library_draft_back()}
    </Banner>
  )
}

const draftLabels: Record<DraftStatus, () => string> = {
  unwritten: m.library_draft_kept,
  saved: m.library_draft_kept_now,
  failed: m.library_draft_failed,
}

interface AttachmentFieldProps {
  file: File | undefined
  /** The server's word about the file. */
  refusal: string | undefined
  onChange: (file: File | undefined) => void
}

/** Spec 5: one image or PDF, judged by its content as soon as it is chosen; another one is refused and cleared. */
function AttachmentField({ file, refusal, onChange }: AttachmentFieldProps) {
  const [error, setError] = useState<string>()

  async function pick(chosen: File) {
    const taken = await takeAttachment(chosen)
    setError(taken.error)
    onChange(taken.file)
  }

  return (
    <Field
      label={m.library_field_attachment()}
      hint={m.library_field_attachment_hint()}
      error={error ?? refusal}
      optional
    >
      <FileDrop
        file={file}
        accept={acceptOf(attachmentRule)}
        onPick={(chosen) => void pick(chosen)}
        onRemove={() => onChange(undefined)}
      />
    </Field>
  )
}

/** What is taken is a copy in memory: a phone may move or lock the original before it is sent. */
async function takeAttachment(chosen: File): Promise<{ file?: File; error?: string }> {
  if (chosen.size > attachmentRule.bytesMax) return { error: fileTooLargeText }
  const bytes = await chosen.arrayBuffer().catch(() => undefined)
  const kind = bytes && fileKindOf(new Uint8Array(bytes))
  const kinds: readonly string[] = attachmentRule.kinds
  if (!bytes || !kind || !kinds.includes(kind)) return { error: attachmentRule.kindText }
  return { file: new File([bytes], chosen.name, { type: mediaTypes[kind] }) }
}

/** What the form of an article holds while it is being written. */
export interface ArticleFields {
  title: string
  content: string
  category: string
  language: string
  format: ArticleFormat
}

const category = v.pipe(v.string(), wellnessCategorySchema)
const format = v.picklist(articleFormats)

/** Spec 5: the contract's rules, with their texts beside the fields. */
export const newArticleFormSchema = v.object({
  title: newArticleSchema.entries.title,
  content: newArticleSchema.entries.content,
  category,
  language: languageFieldSchema,
  format,
})

export const articleEditFormSchema = v.object({
  title: articleEditSchema.entries.title,
  content: articleEditSchema.entries.content,
  category,
  language: languageFieldSchema,
  format,
})

export type ValidArticle = v.InferOutput<typeof newArticleFormSchema>

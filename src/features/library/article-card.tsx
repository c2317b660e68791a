import { useMemo, type ReactNode } from 'react'
import { smallAttachment } from '#contract/library/attachment.ts'
import type { Article } from '#contract/library/model.ts'
import { plainText } from '#contract/library/plain-text.ts'
import { snippetOf } from '#contract/library/snippet.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatBytes } from '#src/lib/format-bytes.ts'
import { loadAttachment } from '#src/offline/files/library-files.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './article-card.module.css'
import { AuthorLine } from './author-line.tsx'
import { categoryEmojis } from './category-tab.ts'
import { LibraryImage } from './library-image.tsx'
import { ArticleLink } from './library-links.tsx'

export interface ArticleCardProps {
  article: Article
  /** Spec 5: a snippet's length in characters, here or in a profile. */
  snippetCharsMax: number
  /** Whether the author's name leads to their page. */
  linksAuthor?: boolean
  onPreview: (article: Article) => void
  /** What the author alone can do. */
  menu?: ReactNode
  level?: 2 | 4
}

/** An article in a list: its beginning, who wrote it, and its picture or PDF. */
export function ArticleCard(props: ArticleCardProps) {
  const { article, snippetCharsMax, linksAuthor = false, onPreview, menu, level = 2 } = props
  const { title, author, createdAt, category } = article
  const Heading = `h${level}` as const
  const snippet = useMemo(
    () => snippetOf(plainText(article), snippetCharsMax),
    [article, snippetCharsMax],
  )
  return (
    <Card className={styles.card}>
      <Cover article={article} onPreview={onPreview} />
      <div className={styles.head}>
        <Tag tone="accent">
          <span aria-hidden="true">{categoryEmojis[category]}</span> {category}
        </Tag>
        {menu}
      </div>
      <Heading className={styles.title} dir="auto">
        <ArticleLink article={article} className={styles.titleLink}>
          {title}
        </ArticleLink>
      </Heading>
      <p className={styles.snippet} dir="auto">
        {snippet.text}
      </p>
      {snippet.cut && (
        <p>
          <ArticleLink article={article} className={styles.more}>
            {m.library_read_more()}
            <VisuallyHidden>{m.library_read_more_of({ title })}</VisuallyHidden>
          </ArticleLink>
        </p>
      )}
      <AuthorLine author={author} createdAt={createdAt} linked={linksAuthor} />
    </Card>
  )
}

/** The picture, which opens large, or what the PDF is. */
function Cover({ article, onPreview }: Pick<ArticleCardProps, 'article' | 'onPreview'>) {
  const { attachment, attachmentFacts, title } = article
  if (attachment === null || !attachmentFacts) return null
  const of = <VisuallyHidden>{m.library_preview_of({ title })}</VisuallyHidden>
  if (attachmentFacts.kind === 'pdf') {
    return (
      <div>
        <Button look="secondary" size="small" icon="attach" onClick={() => onPreview(article)}>
          {m.library_preview_pdf()}
          {of} ({formatBytes(attachmentFacts.bytes)})
        </Button>
      </div>
    )
  }
  return (
    <button type="button" className={styles.cover} onClick={() => onPreview(article)}>
      <LibraryImage
        file={smallAttachment(attachment)}
        load={loadAttachment}
        alt=""
        width={16}
        height={9}
        cover
      />
      <VisuallyHidden>
        {m.library_preview_image()}
        {of}
      </VisuallyHidden>
    </button>
  )
}

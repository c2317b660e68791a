import { useMemo, useState, type ReactNode } from 'react'
import { smallAttachment } from '#contract/library/attachment.ts'
import type { Article } from '#contract/library/model.ts'
import { plainText } from '#contract/library/plain-text.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { bytesWords } from '#src/lib/bytes-words.ts'
import { useLentUrl } from '#src/lib/use-lent-url.ts'
import { loadAttachment } from '#src/offline/files/library-files.ts'
import type { CachedArticle } from '#src/offline/features/library-rows.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { ArticleBody } from '../article-body.tsx'
import { AttachmentPreview } from '../attachment-preview.tsx'
import { AuthorLine } from '../author-line.tsx'
import { categoryEmojis } from '../category-tab.ts'
import { LibraryImage } from '../library-image.tsx'
import styles from './reader.module.css'
import { ReadingTools } from './reading-tools.tsx'
import { useTextSize } from './text-size.ts'
import { useReadingPosition } from './use-reading-position.ts'

export interface ReaderProps {
  article: CachedArticle
  /** How far it was read the last time, from 0 to 1. */
  position: number
  onPosition: (position: number) => void
  /** 'Save offline' and what else can be done with it. */
  actions: ReactNode
}

/** An article, read: its text, its picture or PDF, and what makes reading easy. */
export function Reader({ article, position, onPosition, actions }: ReaderProps) {
  const [previewed, setPreviewed] = useState(false)
  const size = useTextSize()
  const { text, resume } = useReadingPosition(position, onPosition)
  const spoken = useMemo(() => `${article.title}.\n${plainText(article)}`, [article])
  const { category, author, createdAt, updatedAt, gone } = article
  return (
    <article className={styles.article}>
      <header className={styles.head}>
        <p>
          <Tag tone="accent">
            <span aria-hidden="true">{categoryEmojis[category]}</span> {category}
          </Tag>
        </p>
        <h1 dir="auto">{article.title}</h1>
        <AuthorLine author={author} createdAt={createdAt} updatedAt={updatedAt} linked />
      </header>
      {gone && <Banner tone="warn">{goneWords[gone]()}</Banner>}
      <ReadingTools key={article._id} text={spoken} actions={actions} />
      {resume && (
        <div>
          <Button look="secondary" size="small" icon="clock" onClick={resume}>
            {m.library_resume()}
          </Button>
        </div>
      )}
      <Attachment article={article} onOpen={() => setPreviewed(true)} />
      <div ref={text} className={styles.text} data-size={size}>
        <ArticleBody content={article.content} format={article.format} />
      </div>
      {previewed && <AttachmentPreview article={article} onClose={() => setPreviewed(false)} />}
    </article>
  )
}

const goneWords: Record<NonNullable<CachedArticle['gone']>, () => string> = {
  deleted: m.library_gone_deleted,
  author_deleted: m.library_gone_author_deleted,
  hidden: m.library_gone_hidden,
}

function Attachment({ article, onOpen }: { article: Article; onOpen: () => void }) {
  const { attachment, attachmentFacts: facts } = article
  if (attachment === null || !facts) return null
  if (facts.kind === 'pdf') {
    return (
      <div>
        <Button look="secondary" icon="attach" onClick={onOpen}>
          {m.library_preview_pdf()} ({bytesWords(facts.bytes)})
        </Button>
      </div>
    )
  }
  return <Picture article={article} file={attachment} onOpen={onOpen} />
}

/** In full, and meanwhile, or without a network, the small one that the list has kept. */
function Picture(props: { article: Article; file: string; onOpen: () => void }) {
  const { article, file, onOpen } = props
  const { width, height } = article.attachmentFacts ?? {}
  const small = useLentUrl(smallAttachment(file), loadAttachment)
  return (
    <button type="button" className={styles.picture} onClick={onOpen}>
      <LibraryImage
        file={file}
        load={loadAttachment}
        standIn={small}
        alt={m.library_image_alt({ title: article.title })}
        width={width ?? 1600}
        height={height ?? 900}
      />
    </button>
  )
}

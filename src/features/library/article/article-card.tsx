import { useMemo, type ReactNode } from 'react'
import { readingMinutes, plainText, snippetOf } from '#contract/library/blocks.ts'
import { smallAttachment, type Article, type WellnessCategory } from '#contract/library/model.ts'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatBytes } from '#src/lib/hand-over.ts'
import { type LoadImage, useImageUrl } from '#src/lib/private-image.tsx'
import { loadAttachment } from '#src/offline/files/library-files.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { classNames } from '#src/ui/class-names.ts'
import {
  ScenePicture,
  type Scene,
  type ScenePictureProps,
} from '#src/ui/companion/scene-picture.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { LanguageTag, writtenIn } from '../language.tsx'
import { AuthorLine, ArticleLink } from '../library-links.tsx'
import styles from './article-card.module.css'
import imageStyles from './library-image.module.css'

interface ArticleCardProps {
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

/** An article in a list: how long it takes, its first lines, who wrote it, and its picture or PDF. */
export function ArticleCard(props: ArticleCardProps) {
  const { article, snippetCharsMax, linksAuthor = false, onPreview, menu, level = 2 } = props
  const { title, author, createdAt, category } = article
  const Heading = `h${level}` as const
  const words = useMemo(() => plainText(article), [article])
  const written = writtenIn(article, title + words)
  const snippet = useMemo(() => snippetOf(words, snippetCharsMax), [words, snippetCharsMax])
  return (
    <Card className={styles.card}>
      <div className={styles.top}>
        <Cover article={article} onPreview={onPreview} />
        <div className={styles.words}>
          <div className={styles.head}>
            <Tag tone="accent">{term(category)}</Tag>
            <Tag icon="clock">{m.library_minutes({ count: readingMinutes(words) })}</Tag>
            <LanguageTag piece={article} />
          </div>
          <Heading className={styles.title} {...written}>
            <ArticleLink article={article} className={styles.titleLink}>
              {title}
            </ArticleLink>
          </Heading>
        </div>
        {menu}
      </div>
      <PdfButton article={article} onPreview={onPreview} />
      <p className={styles.snippet} {...written}>
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

type PreviewProps = Pick<ArticleCardProps, 'article' | 'onPreview'>

/** The article's own picture, which opens large, or that of its category. */
function Cover({ article, onPreview }: PreviewProps) {
  const { attachment, attachmentFacts, title, category } = article
  if (attachment === null || attachmentFacts?.kind !== 'image') {
    const { tint, ...scene } = categoryScenes[category]
    return <ScenePicture scene={scene} tint={tint} />
  }
  return (
    <button type="button" className={styles.cover} onClick={() => onPreview(article)}>
      <LibraryImage
        file={smallAttachment(attachment)}
        load={loadAttachment}
        alt=""
        width={16}
        height={16}
        cover
      />
      <VisuallyHidden>
        {m.library_preview_image()}
        {m.library_preview_of({ title })}
      </VisuallyHidden>
    </button>
  )
}

/** What the PDF of an article is, and the way to it. */
function PdfButton({ article, onPreview }: PreviewProps) {
  const { attachmentFacts, title } = article
  if (attachmentFacts?.kind !== 'pdf') return null
  return (
    <div>
      <Button look="secondary" size="small" icon="attach" onClick={() => onPreview(article)}>
        {m.library_preview_pdf()}
        <VisuallyHidden>{m.library_preview_of({ title })}</VisuallyHidden> (
        {formatBytes(attachmentFacts.bytes)})
      </Button>
    </div>
  )
}

interface CategoryScene extends Scene {
  readonly tint: ScenePictureProps['tint']
}

/** The picture of an article that has none of its own. */
const categoryScenes: Readonly<Record<WellnessCategory, CategoryScene>> = {
  'Emotional Wellness': { face: '😌', prop: 'heart', tint: 'rose' },
  'Physical Wellness': { face: '🏃', prop: 'jump', tint: 'peach' },
  'Sociocultural Wellness': { face: '😄', prop: 'bubble', tint: 'sky' },
  'Nutritional Wellness': { face: '😋', prop: 'apple', tint: 'mint' },
  'Spiritual Wellness': { face: '😌', prop: 'moon', tint: 'lilac' },
  'Cognitive Wellness': { face: '🙂', prop: 'bulb', tint: 'sun' },
}

interface LibraryImageProps {
  /** Names the picture; its source finds it. */
  file: string
  load: LoadImage
  /** Shown while the picture itself is not there. */
  standIn?: string | undefined
  alt: string
  /** The picture's own pixels, so that the page leaves room for it. */
  width: number
  height: number
  /** Cut to the space it is given. */
  cover?: boolean
}

/** A picture of the library, from this device or from the server; a soft shape until it is there, and where it fails. */
export function LibraryImage(props: LibraryImageProps) {
  const { file, load, standIn, alt, width, height, cover = false } = props
  const url = useImageUrl(file, load)
  const look = classNames(imageStyles.image, cover && imageStyles.cover)
  const shown = url ?? standIn ?? emptyPicture(width, height)
  return <img className={look} src={shown} alt={alt} width={width} height={height} />
}

/** Fills the picture's space and shows the ground behind it. */
function emptyPicture(width: number, height: number): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"/>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

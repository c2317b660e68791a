import { useMemo, useState, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { readingMinutes, plainText } from '#contract/library/blocks.ts'
import { smallAttachment, type Article } from '#contract/library/model.ts'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatBytes } from '#src/lib/hand-over.ts'
import { useImageUrl } from '#src/lib/private-image.tsx'
import { createStore, useStore } from '#src/lib/store.ts'
import type { CachedArticle } from '#src/offline/features/library.ts'
import { loadAttachment } from '#src/offline/files/library-files.ts'
import { Button } from '#src/ui/button/button.tsx'
import { SegmentedControl } from '#src/ui/choice/segmented-control.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { ArticleBody } from '../article/article-body.tsx'
import { LibraryImage } from '../article/article-card.tsx'
import { AttachmentPreview } from '../article/article-file.tsx'
import { LanguageTag, writtenIn } from '../language.tsx'
import { AuthorLine } from '../library-links.tsx'
import { categoryEmojis } from '../list/category-tab.ts'
import { useVoice } from './use-voice.ts'
import styles from './reader.module.css'

/** A pause in scrolling this long, in milliseconds, is a position. */
const pauseMs = 400

/**
 * Notes how far a text is read, and knows the way back to where the person stopped the last time. `resume` is undefined
 * where there is none.
 */
function useReadingPosition(known: number, onPosition: (position: number) => void) {
  const text = useRef<HTMLDivElement>(null)
  const [stopped, setStopped] = useState<number>()
  const note = useEffectEvent(onPosition)
  const check = useEffectEvent(() => {
    const box = text.current && boxOf(text.current)
    if (box && window.scrollY < 40 && isMidway(known, box)) setStopped(known)
  })

  // An effect because only the browser knows the height of a text, and where it is scrolled to.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let due = false
    const forget = afterPageScroll(() => {
      check()
      window.addEventListener('scroll', scrolled, { passive: true })
    })
    function noteNow() {
      clearTimeout(timer)
      if (due && text.current) note(positionOf(boxOf(text.current)))
      due = false
    }
    function scrolled() {
      due = true
      setStopped(undefined)
      clearTimeout(timer)
      timer = setTimeout(noteNow, pauseMs)
    }
    window.addEventListener('pagehide', noteNow)
    return () => {
      forget()
      clearTimeout(timer)
      window.removeEventListener('scroll', scrolled)
      window.removeEventListener('pagehide', noteNow)
    }
  }, [])

  function resume() {
    if (!text.current || stopped === undefined) return
    window.scrollBy({ top: scrollTo(boxOf(text.current), stopped) })
    setStopped(undefined)
  }

  return { text, resume: stopped === undefined ? undefined : resume }
}

/**
 * Waits for two frames: the router scrolls a page to its top, or to where it was left, just after it was drawn, and nobody
 * has read by that. Gives what takes the work back.
 */
function afterPageScroll(work: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(work)
  })
  return () => cancelAnimationFrame(frame)
}

function boxOf(element: Element): TextBox {
  const { top, height } = element.getBoundingClientRect()
  return { top, height, windowHeight: window.innerHeight }
}

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
  const written = useMemo(() => writtenIn(article, spoken), [article, spoken])
  const { category, author, createdAt, updatedAt, gone } = article
  return (
    <article className={styles.article}>
      <header className={styles.head}>
        <p className={styles.tags}>
          <Tag tone="accent">
            <span aria-hidden="true">{categoryEmojis[category]}</span> {term(category)}
          </Tag>
          <Tag icon="clock">{m.library_minutes({ count: readingMinutes(spoken) })}</Tag>
          <LanguageTag piece={article} />
        </p>
        <h1 {...written}>{article.title}</h1>
        <AuthorLine author={author} createdAt={createdAt} updatedAt={updatedAt} linked />
      </header>
      {gone && <Banner tone="warn">{goneLabels[gone]()}</Banner>}
      <ReadingTools key={article._id} text={spoken} lang={written.lang} actions={actions} />
      {resume && (
        <div>
          <Button look="secondary" size="small" icon="clock" onClick={resume}>
            {m.library_resume()}
          </Button>
        </div>
      )}
      <Attachment article={article} onOpen={() => setPreviewed(true)} />
      <div ref={text} className={styles.text} data-size={size}>
        <ArticleBody content={article.content} format={article.format} written={written} />
      </div>
      {previewed && <AttachmentPreview article={article} onClose={() => setPreviewed(false)} />}
    </article>
  )
}

const goneLabels: Record<NonNullable<CachedArticle['gone']>, () => string> = {
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
          {m.library_preview_pdf()} ({formatBytes(facts.bytes)})
        </Button>
      </div>
    )
  }
  return <Picture article={article} file={attachment} onOpen={onOpen} />
}

/** In full, and meanwhile, or without a network, the small one that the list has stored. */
function Picture(props: { article: Article; file: string; onOpen: () => void }) {
  const { article, file, onOpen } = props
  const { width, height } = article.attachmentFacts ?? {}
  const small = useImageUrl(smallAttachment(file), loadAttachment)
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

interface ReadingToolsProps {
  text: string
  /** What it is written in; undefined where that is not known. */
  lang: string | undefined
  actions: ReactNode
}

/** Text size, the voice where there is one, and what the page adds. */
function ReadingTools({ text, lang, actions }: ReadingToolsProps) {
  const size = useTextSize()
  const [sizing, setSizing] = useState(false)
  return (
    <section className={styles.tools} aria-label={m.library_reader_tools()}>
      <Button
        look="secondary"
        size="small"
        aria-expanded={sizing}
        onClick={() => setSizing(!sizing)}
      >
        <span aria-hidden="true" dir="ltr">
          Aa
        </span>
        <VisuallyHidden>{m.library_text_size()}</VisuallyHidden>
      </Button>
      <Listen text={text} lang={lang} />
      {actions}
      {sizing && (
        <div className={styles.sizes}>
          <SegmentedControl
            legend={m.library_text_size()}
            options={textSizes.map((value) => ({ value, label: sizeLabels[value] }))}
            value={size}
            onChange={setTextSize}
          />
        </div>
      )}
    </section>
  )
}

/** The letter shows its size; its position in the row says the rest. */
const sizeLabels = { s: 'A−', m: 'A', l: 'A+', xl: 'A++' } as const

function Listen({ text, lang }: Pick<ReadingToolsProps, 'text' | 'lang'>) {
  const voice = useVoice(text, lang)
  if (voice.state === undefined) return null
  if (voice.state === 'silent') {
    return (
      <Button look="secondary" size="small" onClick={voice.speak}>
        {m.library_listen()}
      </Button>
    )
  }
  const speaking = voice.state === 'speaking'
  return (
    <>
      <Button look="secondary" size="small" onClick={speaking ? voice.pause : voice.goOn}>
        {speaking ? m.library_listen_pause() : m.library_listen_go_on()}
      </Button>
      <Button look="quiet" size="small" icon="close" onClick={voice.stop}>
        {m.library_listen_stop()}
      </Button>
    </>
  )
}

/** How large articles are read, on this device. */
const textSizes = ['s', 'm', 'l', 'xl'] as const
type TextSize = (typeof textSizes)[number]

const storageKey = 'articleTextSize'
const store = createStore<TextSize>(storedSize())

function useTextSize(): TextSize {
  return useStore(store)
}

/** Chooses a size for every article. A browser that refuses storage forgets it with the page. */
function setTextSize(size: TextSize): void {
  store.set(size)
  try {
    localStorage.setItem(storageKey, size)
  } catch {
    return
  }
}

function storedSize(): TextSize {
  try {
    const stored = globalThis.localStorage?.getItem(storageKey)
    return textSizes.find((size) => size === stored) ?? 'm'
  } catch {
    return 'm'
  }
}

/** A text as it is laid out on the page, in pixels. */
interface TextBox {
  /** The text's upper end, seen from the window's. */
  readonly top: number
  readonly height: number
  readonly windowHeight: number
}

/** How much of a text has passed the lower end of the window, from 0 to 1. */
export function positionOf({ top, height, windowHeight }: TextBox): number {
  if (height <= 0) return 0
  return Math.min(1, Math.max(0, (windowHeight - top) / height))
}

/** How far the page scrolls from here so that this much of the text has passed. */
export function scrollTo({ top, height, windowHeight }: TextBox, position: number): number {
  return top + height * position - windowHeight
}

/** Only a person in the middle of a text has a position to come back to. */
export function isMidway(position: number, box: TextBox): boolean {
  return position < 0.97 && scrollTo(box, position) > box.windowHeight / 2
}

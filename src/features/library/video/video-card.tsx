import { useState, type ReactNode, useEffect, useRef } from 'react'
import * as v from 'valibot'
import { safeHref } from '#contract/library/blocks.ts'
import {
  videoTitle,
  type Video,
  youtubeIdOf,
  youtubeEmbedUrl,
  youtubePlayerOrigin,
} from '#contract/library/model.ts'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { loadThumbnail } from '#src/offline/files/library-files.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { LibraryImage } from '../article/article-card.tsx'
import { LanguageTag, writtenIn, type Written } from '../language.tsx'
import { AuthorLine } from '../library-links.tsx'
import { categoryEmojis } from '../list/category-tab.ts'
import styles from './video-card.module.css'

export interface VideoCardProps {
  video: Video
  /** Whether the author's name leads to their page. */
  linksAuthor?: boolean
  menu?: ReactNode
  level?: 2 | 4
}

/** A video in a list: its picture, what it is about, and who chose it. */
export function VideoCard({ video, linksAuthor = false, menu, level = 2 }: VideoCardProps) {
  const { url, category, author, createdAt, description } = video
  const title = videoTitle(video)
  const rest = description.slice(title.length).trim()
  const written = writtenIn(video, description)
  const Heading = `h${level}` as const
  return (
    <Card className={styles.card}>
      <VideoBox key={url} url={url} title={title} />
      <div className={styles.head}>
        <div className={styles.tags}>
          <Tag tone="accent">
            <span aria-hidden="true">{categoryEmojis[category]}</span> {term(category)}
          </Tag>
          <LanguageTag piece={video} />
        </div>
        {menu}
      </div>
      <Heading className={styles.title} {...written}>
        {title}
      </Heading>
      {rest && <Description text={rest} written={written} />}
      <AuthorLine author={author} createdAt={createdAt} linked={linksAuthor} />
    </Card>
  )
}

/** More than a few lines wait behind a button. */
const shortCharsMax = 220

function Description({ text, written }: { text: string; written: Written }) {
  const [open, setOpen] = useState(false)
  const long = text.length > shortCharsMax
  return (
    <div>
      <p className={long && !open ? styles.clamped : styles.text} {...written}>
        {text}
      </p>
      {long && (
        <Button look="quiet" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? m.library_video_less() : m.library_video_more()}
        </Button>
      )}
    </div>
  )
}

export interface VideoBoxProps {
  url: string
  /** What the play button plays. */
  title: string
}

/** A video: its picture with a play button, and the player only after the click. */
export function VideoBox({ url, title }: VideoBoxProps) {
  const [playing, setPlaying] = useState(false)
  const online = useOnline()
  const videoId = youtubeIdOf(url)
  if (!videoId) return <Unable url={url} />
  return (
    <div className={styles.video}>
      <div className={styles.screen}>
        {playing && online ? (
          <VideoPlayer videoId={videoId} title={title} />
        ) : (
          <>
            <LibraryImage
              file={videoId}
              load={loadThumbnail}
              alt=""
              width={480}
              height={270}
              cover
            />
            {online ? (
              <button
                type="button"
                className={styles.play}
                aria-label={m.library_video_play({ title })}
                onClick={() => setPlaying(true)}
              >
                <span className={styles.disc}>
                  <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
                    <path d="M8 5.5v13l11-6.5z" fill="currentColor" />
                  </svg>
                </span>
              </button>
            ) : (
              <span className={styles.offline}>
                <Tag tone="warn" icon="cloud-off">
                  {m.library_video_needs()}
                </Tag>
              </span>
            )}
          </>
        )}
      </div>
      {playing && online && <WatchLink url={url} />}
    </div>
  )
}

/** What is no video that a player could show. */
function Unable({ url }: { url: string }) {
  return (
    <div className={styles.unable}>
      <p>{m.library_video_unable()}</p>
      <WatchLink url={url} />
    </div>
  )
}

function WatchLink({ url }: { url: string }) {
  const href = safeHref(url)
  if (!href) return null
  return (
    <a className={styles.watch} href={href} target="_blank" rel="noopener noreferrer">
      <Icon name="send" size={18} />
      {m.library_video_watch()}
    </a>
  )
}

/** The player on the host that sets no cookies; says so where the video may not be shown elsewhere. */
function VideoPlayer({ videoId, title }: { videoId: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [refused, setRefused] = useState(false)

  // An effect because the player, which is of another origin, reports by messages alone.
  useEffect(() => {
    function hear(event: MessageEvent) {
      const ours =
        event.origin === youtubePlayerOrigin && event.source === frame.current?.contentWindow
      if (ours && embedRefused(event.data)) setRefused(true)
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [])

  function askForNews() {
    frame.current?.contentWindow?.postMessage('{"event":"listening","id":1}', youtubePlayerOrigin)
  }

  if (refused) return <Banner tone="warn">{m.library_video_disabled()}</Banner>
  return (
    <iframe
      ref={frame}
      className={styles.frame}
      src={`${youtubeEmbedUrl(videoId)}?autoplay=1&rel=0&playsinline=1&enablejsapi=1`}
      title={title}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      // oxlint-disable-next-line react/iframe-missing-sandbox -- another origin's own rights open nothing of ours; it plays only with both
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      onLoad={askForNews}
    />
  )
}

/** What the player says when its video may not be shown outside YouTube. */
const refusalCodes = [101, 150, 153]

const messageSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ event: v.literal('onError'), info: v.number() }),
)

/** Whether a message of the player says that YouTube refuses to show its video here. */
export function embedRefused(data: unknown): boolean {
  const parsed = v.safeParse(messageSchema, data)
  return parsed.success && refusalCodes.includes(parsed.output.info)
}

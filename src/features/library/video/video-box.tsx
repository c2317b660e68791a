import { useState, useEffect, useRef } from 'react'
import { youtubeIdOf, youtubeEmbedUrl, youtubePlayerOrigin } from '#contract/library/youtube.ts'
import { safeHref } from '#contract/library/safe-link.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { loadThumbnail } from '#src/offline/files/library-files.ts'
import { Icon } from '#src/ui/image/icon.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { LibraryImage } from '../article/library-image.tsx'
import styles from './video-card.module.css'
import { Banner } from '#src/ui/message/banner.tsx'
import { embedRefused } from './player-message.ts'

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

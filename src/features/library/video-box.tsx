import { useState } from 'react'
import { youtubeIdOf } from '#contract/library/youtube.ts'
import { safeHref } from '#contract/library/safe-link.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { loadThumbnail } from '#src/offline/files/library-files.ts'
import { Icon } from '#src/ui/image/icon.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { LibraryImage } from './library-image.tsx'
import styles from './video-card.module.css'
import { VideoPlayer } from './video-player.tsx'

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

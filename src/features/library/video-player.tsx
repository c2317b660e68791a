import { useEffect, useRef, useState } from 'react'
import { youtubeEmbedUrl, youtubePlayerOrigin } from '#contract/library/youtube.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/message/banner.tsx'
import { embedRefused } from './player-message.ts'
import styles from './video-card.module.css'

/** The player on the host that sets no cookies; says so where the video may not be shown elsewhere. */
export function VideoPlayer({ videoId, title }: { videoId: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [refused, setRefused] = useState(false)

  // An effect because the player, which is of another origin, tells of itself by messages alone.
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

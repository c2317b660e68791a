import { useState, type ReactNode } from 'react'
import { videoTitle, type Video } from '#contract/library/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { AuthorLine } from '../article/author-line.tsx'
import { categoryEmojis } from '../list/category-tab.ts'
import { VideoBox } from './video-box.tsx'
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
  const Heading = `h${level}` as const
  return (
    <Card className={styles.card}>
      <VideoBox key={url} url={url} title={title} />
      <div className={styles.head}>
        <Tag tone="accent">
          <span aria-hidden="true">{categoryEmojis[category]}</span> {category}
        </Tag>
        {menu}
      </div>
      <Heading className={styles.title} dir="auto">
        {title}
      </Heading>
      {rest && <Description text={rest} />}
      <AuthorLine author={author} createdAt={createdAt} linked={linksAuthor} />
    </Card>
  )
}

/** More than a few lines wait behind a button. */
const shortCharsMax = 220

function Description({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  const long = text.length > shortCharsMax
  return (
    <div>
      <p className={long && !open ? styles.clamped : styles.text} dir="auto">
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

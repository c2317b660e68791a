import type { RemovedItem } from '#contract/library/feed.ts'
import type { Article, Author, IntroVideo, Video } from '#contract/library/model.ts'
import { youtubeUrl } from '#contract/library/youtube.ts'
import type { ItemRow } from './library.sql.ts'

export function presentArticle(row: ItemRow): Article {
  return {
    _id: row.id,
    title: row.title,
    content: row.body,
    format: row.format,
    category: row.category,
    language: row.language,
    attachment: row.attachment,
    attachmentFacts: row.attachmentFacts,
    author: presentAuthor(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    seq: row.seq,
  }
}

export function presentVideo(row: ItemRow): Video {
  return {
    _id: row.id,
    url: youtubeUrl(row.videoId ?? ''),
    description: row.body,
    category: row.category,
    language: row.language,
    author: presentAuthor(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    seq: row.seq,
  }
}

export function presentIntroVideo({ id, videoId }: { id: string; videoId: string }): IntroVideo {
  return { _id: id, url: youtubeUrl(videoId) }
}

export function presentRemoved(
  { id, kind, seq }: { id: string; kind: RemovedItem['kind']; seq: number },
  reason: RemovedItem['reason'],
): RemovedItem {
  return { _id: id, kind, reason, seq }
}

function presentAuthor(row: ItemRow): Author {
  return {
    _id: row.authorId,
    firstname: row.firstname,
    lastname: row.lastname,
    specialization: row.specialization,
    profileImg: row.profileImg,
  }
}

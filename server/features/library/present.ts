import type { RemovedItem } from '#contract/library/library-api.ts'
import {
  type Article,
  type Author,
  type IntroVideo,
  type Video,
  youtubeUrl,
} from '#contract/library/model.ts'
import type { ReceivedPack, SentPack } from '#contract/library/packs.ts'
import type { ItemRow } from './library.sql.ts'
import type { PackRow, ReceivedRow, ReceiverRow } from './packs-repo.ts'

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

function presentAuthor(
  row: Pick<ItemRow, 'authorId' | 'firstname' | 'lastname' | 'specialization' | 'profileImg'>,
): Author {
  return {
    _id: row.authorId,
    firstname: row.firstname,
    lastname: row.lastname,
    specialization: row.specialization,
    profileImg: row.profileImg,
  }
}

export function presentReceivedPack(
  { id, provider, title, note, createdAt }: ReceivedRow,
  articles: ReceivedPack['articles'],
): ReceivedPack {
  return {
    _id: id,
    provider: presentAuthor({ authorId: provider.id, ...provider }),
    title,
    note,
    articles,
    createdAt: createdAt.toISOString(),
  }
}

/** Of a receiver whom the sender is not connected with any more nothing is said but that there is one. */
export function presentSentPack(
  { id, title, note, createdAt }: PackRow,
  given: {
    readonly articles: SentPack['articles']
    readonly receivers: readonly ReceiverRow[]
    readonly isConnected: (userId: string) => boolean
  },
): SentPack {
  const connected = given.receivers.filter((one) => given.isConnected(one.id))
  return {
    _id: id,
    title,
    note,
    articles: given.articles,
    createdAt: createdAt.toISOString(),
    receivers: connected.map((one) => ({
      id: one.id,
      firstname: one.firstname,
      lastname: one.lastname,
      received: one.received,
    })),
    others: given.receivers.length - connected.length,
  }
}

import type { articlesApi, introVideosApi, videosApi } from '#contract/library/items-api.ts'
import type { libraryApi } from '#contract/library/library-api.ts'
import type { packsApi } from '#contract/library/packs.ts'
import { opIdOfKey } from '#server/http/routing/read-input.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import type { Files } from './attachments.ts'
import type { Intros } from './intros.ts'
import type { Packs } from './packs.ts'
import { onlyPublishers } from './policy.ts'
import type { Articles, Videos } from './publishing.ts'
import type { Reading } from './reading.ts'
import type { Thumbnails } from './thumbnails.ts'

export function articlesRoutes(reading: Reading, articles: Articles): Routes<typeof articlesApi> {
  return {
    listArticles: {
      policy: anyMember,
      revalidates: true,
      handle: ({ session, query }) =>
        reading.articles(session.actor, { language: query.language }, query),
    },
    articlesByCategory: {
      policy: anyMember,
      revalidates: true,
      handle: ({ session, params, query }) =>
        reading.articles(session.actor, { ...params, language: query.language }, query),
    },
    articlesByUser: {
      policy: anyMember,
      revalidates: true,
      handle: ({ session, params, query }) =>
        reading.articles(session.actor, { authorId: params.id }, query),
    },
    getArticle: {
      policy: anyMember,
      revalidates: true,
      handle: ({ session, params }) => reading.article(session.actor, params.id),
    },
    createArticle: {
      policy: onlyPublishers,
      handle: ({ session, body, files, header }) =>
        articles.create(session.actor, body, files.attachment, opIdIn(header('idempotency-key'))),
    },
    updateArticle: {
      policy: onlyPublishers,
      handle: ({ session, params, body }) => articles.update(session.actor, params.id, body),
    },
    deleteArticle: {
      policy: onlyPublishers,
      handle: async ({ session, params }) => {
        await articles.remove(session.actor, params.id)
        return undefined
      },
    },
  }
}

export function videosRoutes(reading: Reading, videos: Videos): Routes<typeof videosApi> {
  return {
    listVideos: {
      policy: anyMember,
      revalidates: true,
      handle: ({ session, query }) =>
        reading.videos(session.actor, { language: query.language }, query),
    },
    videosByCategory: {
      policy: anyMember,
      revalidates: true,
      handle: ({ session, params, query }) =>
        reading.videos(session.actor, { ...params, language: query.language }, query),
    },
    videosByUser: {
      policy: anyMember,
      revalidates: true,
      handle: ({ session, params, query }) =>
        reading.videos(session.actor, { authorId: params.id }, query),
    },
    createVideo: {
      policy: onlyPublishers,
      handle: ({ session, body, header }) =>
        videos.create(session.actor, body, opIdIn(header('idempotency-key'))),
    },
    updateVideo: {
      policy: onlyPublishers,
      handle: ({ session, params, body }) => videos.update(session.actor, params.id, body),
    },
    deleteVideo: {
      policy: onlyPublishers,
      handle: async ({ session, params }) => {
        await videos.remove(session.actor, params.id)
        return undefined
      },
    },
  }
}

export function introVideosRoutes(intros: Intros): Routes<typeof introVideosApi> {
  return {
    introVideosOf: {
      policy: anyMember,
      handle: ({ session, params }) => intros.of(session.actor, params.id),
    },
    createIntroVideo: {
      policy: onlyPublishers,
      handle: ({ session, body }) => intros.set(session.actor, body.url),
    },
    updateIntroVideo: {
      policy: onlyPublishers,
      handle: ({ session, params, body }) => intros.update(session.actor, params.id, body.url),
    },
  }
}

export function libraryRoutes(
  reading: Reading,
  files: Files,
  thumbnails: Thumbnails,
): Routes<typeof libraryApi> {
  return {
    libraryChanges: {
      policy: anyMember,
      revalidates: true,
      handle: ({ session, query }) => reading.changes(session.actor, query),
    },
    searchLibrary: {
      policy: anyMember,
      handle: ({ session, query }) => reading.search(session.actor, query),
    },
    getAttachment: {
      policy: anyMember,
      handle: ({ session, params }) => files.attachment(session.actor, params.attachment),
    },
    getArticleFile: {
      policy: anyMember,
      handle: ({ session, params }) => files.attachment(session.actor, params.file),
    },
    getVideoThumbnail: {
      policy: anyMember,
      handle: ({ session, params }) => thumbnails.picture(session.actor, params.videoId),
    },
  }
}

export function packsRoutes(packs: Packs): Routes<typeof packsApi> {
  return {
    sendPack: {
      policy: onlyPublishers,
      handle: ({ session, body, header }) =>
        packs.send(session.actor, body, opIdIn(header('idempotency-key'))),
    },
    listSentPacks: {
      policy: onlyPublishers,
      handle: async ({ session }) => ({ packs: await packs.sent(session.actor) }),
    },
    takePackBack: {
      policy: onlyPublishers,
      handle: async ({ session, params }) => {
        await packs.takeBack(session.actor, params.id)
        return undefined
      },
    },
    listPacks: {
      policy: anyMember,
      handle: async ({ session }) => ({ packs: await packs.received(session.actor) }),
    },
  }
}

function opIdIn(key: string | undefined): string | undefined {
  return key === undefined ? undefined : opIdOfKey(key)
}

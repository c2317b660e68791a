import * as v from 'valibot'
import { endpoint, failsWith } from '../endpoint.ts'
import { attachmentNameSchema } from './attachment.ts'
import { changesQuerySchema, changesSchema, searchQuerySchema, searchReplySchema } from './feed.ts'
import { youtubeIdSchema } from './youtube.ts'

const file = { status: 200, schema: v.unknown(), type: 'file' } as const

export const libraryApi = {
  libraryChanges: endpoint({
    method: 'GET',
    path: '/library/changes',
    summary: 'What was published, changed or removed since a place in the feed, in its order',
    tag: 'Library',
    session: 'required',
    query: changesQuerySchema,
    reply: { status: 200, schema: changesSchema },
    problems: [],
    texts: failsWith('Failed to load library'),
  }),
  searchLibrary: endpoint({
    method: 'GET',
    path: '/library/search',
    summary: 'Articles with all the words in their title, author or text, best first',
    tag: 'Library',
    session: 'required',
    query: searchQuerySchema,
    reply: { status: 200, schema: searchReplySchema },
    problems: [],
    texts: failsWith('Failed to load articles.'),
  }),
  getAttachment: endpoint({
    method: 'GET',
    path: '/uploads/{attachment}',
    summary: "An article's image, in full or small, or its PDF",
    tag: 'Files',
    session: 'required',
    params: v.object({ attachment: attachmentNameSchema }),
    reply: file,
    problems: ['not_found'],
  }),
  getArticleFile: endpoint({
    method: 'GET',
    path: '/uploads/articles/{file}',
    summary: 'The same file, where old clients look for it',
    tag: 'Files',
    session: 'required',
    params: v.object({ file: attachmentNameSchema }),
    reply: file,
    problems: ['not_found'],
  }),
  getVideoThumbnail: endpoint({
    method: 'GET',
    path: '/library/thumbnails/{videoId}',
    summary: "A video's picture, fetched by us, so that watching nothing tells nobody anything",
    tag: 'Files',
    session: 'required',
    params: v.object({ videoId: youtubeIdSchema }),
    reply: file,
    problems: ['not_found'],
  }),
} as const

import * as v from 'valibot'
import { userIdSchema } from '../account/model.ts'
import { endpoint, failsWith, KIB } from '../endpoint.ts'
import {
  attachmentRule,
  categoryFilterSchema,
  articleEditSchema,
  articleSchema,
  itemIdSchema,
  newArticleSchema,
} from './model.ts'
import { listQuerySchema, pageQuerySchema } from './library-api.ts'

/** Room for the longest content: a character takes at most three bytes, and six where JSON must escape it. */
const fieldBytesMax = 128 * KIB
const jsonArticleBytesMax = 256 * KIB

const item = v.object({ id: itemIdSchema })
const list = { status: 200, schema: v.array(articleSchema) } as const
const one = { status: 200, schema: articleSchema } as const

export const articlesApi = {
  listArticles: endpoint({
    method: 'GET',
    path: '/articles',
    summary: 'Articles, newest first',
    tag: 'Library',
    session: 'required',
    query: listQuerySchema,
    reply: list,
    problems: [],
    texts: failsWith('Failed to load articles.'),
  }),
  articlesByCategory: endpoint({
    method: 'GET',
    path: '/articles/category/{category}',
    summary: 'Articles of a category, newest first; of every one under All',
    tag: 'Library',
    session: 'required',
    params: v.object({ category: categoryFilterSchema }),
    query: listQuerySchema,
    reply: list,
    problems: ['not_found'],
    texts: failsWith('Failed to fetch articles by category'),
  }),
  articlesByUser: endpoint({
    method: 'GET',
    path: '/articles/user/{id}',
    summary: "A provider's articles, newest first",
    tag: 'Library',
    session: 'required',
    params: v.object({ id: userIdSchema }),
    query: pageQuerySchema,
    reply: list,
    problems: ['not_found'],
    texts: failsWith('Failed to fetch user articles', { not_found: 'Provider not found.' }),
  }),
  getArticle: endpoint({
    method: 'GET',
    path: '/articles/{id}',
    summary: 'An article',
    tag: 'Library',
    session: 'required',
    params: item,
    reply: one,
    problems: ['not_found'],
    texts: failsWith('Failed to load article.', { not_found: 'Article not found.' }),
  }),
  createArticle: endpoint({
    method: 'POST',
    path: '/articles/',
    summary: 'Publishes an article, with an image or a PDF if there is one',
    tag: 'Library',
    session: 'required',
    body: {
      type: 'multipart',
      schema: newArticleSchema,
      bytesMax: attachmentRule.bytesMax + fieldBytesMax + 64 * KIB,
      fieldBytesMax,
      files: { attachment: attachmentRule },
    },
    reply: { status: 201, schema: articleSchema },
    problems: ['invalid_file', 'upload_incomplete', 'op_reused', 'rate_limited', 'busy'],
    texts: failsWith('Failed to create article. Please try again.'),
  }),
  updateArticle: endpoint({
    method: 'PUT',
    path: '/articles/{id}',
    summary: "Replaces the text of one's own article; its attachment stays",
    tag: 'Library',
    session: 'required',
    params: item,
    body: { type: 'json', schema: articleEditSchema, bytesMax: jsonArticleBytesMax },
    reply: one,
    problems: ['not_found', 'rate_limited'],
    texts: failsWith('Failed to update article', { not_found: 'Article not found.' }),
  }),
  deleteArticle: endpoint({
    method: 'DELETE',
    path: '/articles/{id}',
    summary: "Deletes one's own article with its attachment",
    tag: 'Library',
    session: 'required',
    params: item,
    reply: { status: 204, schema: v.undefined() },
    problems: ['not_found', 'rate_limited'],
    texts: failsWith('Failed to delete article', { not_found: 'Article not found.' }),
  }),
} as const

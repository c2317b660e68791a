import * as v from 'valibot'
import { userIdSchema } from '../account/model.ts'
import { endpoint, failsWith, jsonBytesMax } from '../endpoint.ts'
import {
  categoryFilterSchema,
  introVideoFieldsSchema,
  introVideoSchema,
  itemIdSchema,
  newVideoSchema,
  videoEditSchema,
  videoSchema,
} from './model.ts'
import { listQuerySchema, pageQuerySchema } from './library-api.ts'

const item = v.object({ id: itemIdSchema })
const list = { status: 200, schema: v.array(videoSchema) } as const

export const videosApi = {
  listVideos: endpoint({
    method: 'GET',
    path: '/videos',
    summary: 'Videos, newest first',
    tag: 'Library',
    session: 'required',
    query: listQuerySchema,
    reply: list,
    problems: [],
    texts: failsWith('Failed to load videos.'),
  }),
  videosByCategory: endpoint({
    method: 'GET',
    path: '/videos/category/{category}',
    summary: 'Videos of a category, newest first; of every one under All',
    tag: 'Library',
    session: 'required',
    params: v.object({ category: categoryFilterSchema }),
    query: listQuerySchema,
    reply: list,
    problems: ['not_found'],
    texts: failsWith('Failed to fetch videos by category'),
  }),
  videosByUser: endpoint({
    method: 'GET',
    path: '/videos/user/{id}',
    summary: "A provider's videos, newest first",
    tag: 'Library',
    session: 'required',
    params: v.object({ id: userIdSchema }),
    query: pageQuerySchema,
    reply: list,
    problems: ['not_found'],
    texts: failsWith('Failed to fetch user videos', { not_found: 'Provider not found.' }),
  }),
  createVideo: endpoint({
    method: 'POST',
    path: '/videos/',
    summary: 'Publishes a video that is on YouTube',
    tag: 'Library',
    session: 'required',
    body: { type: 'json', schema: newVideoSchema, bytesMax: jsonBytesMax },
    reply: { status: 201, schema: videoSchema },
    problems: ['op_reused', 'rate_limited'],
    texts: failsWith('Failed to add video.'),
  }),
  updateVideo: endpoint({
    method: 'PUT',
    path: '/videos/{id}',
    summary: "Replaces what is said of one's own video, and where it is",
    tag: 'Library',
    session: 'required',
    params: item,
    body: { type: 'json', schema: videoEditSchema, bytesMax: jsonBytesMax },
    reply: { status: 200, schema: videoSchema },
    problems: ['not_found', 'rate_limited'],
    texts: failsWith('Failed to update video'),
  }),
  deleteVideo: endpoint({
    method: 'DELETE',
    path: '/videos/{id}',
    summary: "Deletes one's own video",
    tag: 'Library',
    session: 'required',
    params: item,
    reply: { status: 204, schema: v.undefined() },
    problems: ['not_found', 'rate_limited'],
    texts: failsWith('Failed to delete video'),
  }),
} as const

export const introVideosApi = {
  introVideosOf: endpoint({
    method: 'GET',
    path: '/service-provider-videos/user/{id}',
    summary: "A provider's introduction video, as a list of one or none",
    tag: 'Library',
    session: 'required',
    params: v.object({ id: userIdSchema }),
    reply: { status: 200, schema: v.array(introVideoSchema) },
    problems: ['not_found'],
    texts: failsWith('Failed to fetch video', { not_found: 'Provider not found.' }),
  }),
  createIntroVideo: endpoint({
    method: 'POST',
    path: '/service-provider-videos',
    summary: "Sets one's introduction video; one that is there already is replaced",
    tag: 'Library',
    session: 'required',
    body: { type: 'json', schema: introVideoFieldsSchema, bytesMax: jsonBytesMax },
    reply: { status: 201, schema: introVideoSchema },
    problems: ['rate_limited'],
    texts: failsWith('Failed to add intro video.', {
      forbidden: 'Only service providers can set an intro video.',
    }),
  }),
  updateIntroVideo: endpoint({
    method: 'PUT',
    path: '/service-provider-videos/{id}',
    summary: "Replaces one's introduction video",
    tag: 'Library',
    session: 'required',
    params: item,
    body: { type: 'json', schema: introVideoFieldsSchema, bytesMax: jsonBytesMax },
    reply: { status: 200, schema: introVideoSchema },
    problems: ['not_found', 'rate_limited'],
    texts: failsWith('Failed to add intro video.', {
      forbidden: 'Only service providers can set an intro video.',
      not_found: 'No video found.',
    }),
  }),
} as const

import * as v from 'valibot'
import { userIdSchema } from '../account/model.ts'
import { endpoint, failsWith, jsonBytesMax } from '../endpoint.ts'
import { formObject, freeLine, freeText } from '../free-text.ts'
import { idSchema } from '../id.ts'
import { authorSchema, itemIdSchema } from './model.ts'

export const packArticlesMax = 10
export const packReceiversMax = 50
export const packTitleCharsMax = 80
export const packNoteCharsMax = 280
/** Issue 20: so many packs of a provider in 24 hours. */
export const packsPerDayMax = 20
/** Both lists hold so many of the newest. */
export const packsListedMax = 50

/** A receiver whom the sender is not connected with, and nobody at all: one sentence for both. */
export const packStrangerText = 'You can only send packs to people you’re connected with.'
/** An article that is gone, or that the sender cannot read. */
export const packArticleGoneText = 'This article isn’t in the library anymore.'

function someOf<Id extends v.GenericSchema<string, string>>(schema: Id, max: number, none: string) {
  return v.pipe(
    v.array(schema, none),
    v.minLength(1, none),
    v.maxLength(max, `Pick at most ${max}`),
    v.check((ids) => new Set(ids).size === ids.length, 'Pick each of them once'),
  )
}

/** What a care provider sends: articles to read, with a title and a sentence of their own. */
export const newPackSchema = formObject({
  title: v.pipe(
    freeLine('Title is required'),
    v.minLength(1, 'Title is required'),
    v.maxLength(packTitleCharsMax, `At most ${packTitleCharsMax} characters`),
  ),
  note: v.optional(
    v.pipe(freeText(), v.maxLength(packNoteCharsMax, `At most ${packNoteCharsMax} characters`)),
    '',
  ),
  articleIds: someOf(itemIdSchema, packArticlesMax, 'Pick at least one article'),
  receiverIds: someOf(userIdSchema, packReceiversMax, 'Pick at least one person'),
})
export type NewPack = v.InferOutput<typeof newPackSchema>

const packFields = {
  title: v.string(),
  note: v.string(),
  /** In the order of the pack; without a title where the reader cannot read it now. */
  articles: v.array(v.object({ _id: itemIdSchema, title: v.nullable(v.string()) })),
  createdAt: v.string(),
}

/** A pack as one receiver has it. Its `_id` is theirs alone: nothing in it tells that anybody else got the same. */
export const receivedPackSchema = v.object({
  _id: idSchema,
  provider: authorSchema,
  ...packFields,
})
export type ReceivedPack = v.InferOutput<typeof receivedPackSchema>

/** A pack as its sender sees it. */
export const sentPackSchema = v.object({
  _id: idSchema,
  ...packFields,
  /** Those whom the sender is connected with now; `received` once a phone of theirs has fetched it, and never more. */
  receivers: v.array(
    v.object({
      id: userIdSchema,
      firstname: v.string(),
      lastname: v.string(),
      received: v.boolean(),
    }),
  ),
  /** How many others it was sent to. */
  others: v.pipe(v.number(), v.integer(), v.minValue(0)),
})
export type SentPack = v.InferOutput<typeof sentPackSchema>

export const packsApi = {
  sendPack: endpoint({
    method: 'POST',
    path: '/packs',
    summary: 'Sends articles to people one is connected with; nobody of them learns of the others',
    tag: 'Library',
    session: 'required',
    body: { type: 'json', schema: newPackSchema, bytesMax: jsonBytesMax },
    reply: { status: 201, schema: sentPackSchema },
    problems: ['not_found', 'op_reused', 'rate_limited'],
    texts: failsWith('The pack couldn’t be sent. Please try again.', {
      not_found: 'Somebody or something you picked isn’t available anymore.',
      rate_limited: `You can send ${packsPerDayMax} packs a day. Please wait until tomorrow.`,
    }),
  }),
  listSentPacks: endpoint({
    method: 'GET',
    path: '/packs/sent',
    summary: `The newest ${packsListedMax} packs one has sent`,
    tag: 'Library',
    session: 'required',
    reply: { status: 200, schema: v.object({ packs: v.array(sentPackSchema) }) },
    problems: [],
  }),
  takePackBack: endpoint({
    method: 'DELETE',
    path: '/packs/{id}',
    summary: 'Takes a pack back: it leaves the lists of its receivers',
    tag: 'Library',
    session: 'required',
    params: v.object({ id: idSchema }),
    reply: { status: 204, schema: v.undefined() },
    problems: ['not_found'],
  }),
  listPacks: endpoint({
    method: 'GET',
    path: '/packs',
    summary: `The newest ${packsListedMax} packs one was sent; the sender learns that they arrived`,
    tag: 'Library',
    session: 'required',
    reply: { status: 200, schema: v.object({ packs: v.array(receivedPackSchema) }) },
    problems: [],
  }),
} as const

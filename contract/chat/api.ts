import * as v from 'valibot'
import { userIdSchema } from '../account/model.ts'
import { endpoint, failsWith, jsonBytesMax, KIB } from '../endpoint.ts'
import { freeLine } from '../free-text.ts'
import { chatFileBytesMax, chatFileRule, fileNameSchema, messageFileSchema } from './file.ts'
import {
  chatIdSchema,
  messageIdSchema,
  chatSchema,
  messageSchema,
  newMessageSchema,
} from './model.ts'
import { chatSettingsSchema } from './settings.ts'

const count = (max: number) =>
  v.pipe(v.string(), v.regex(/^\d{1,10}$/), v.transform(Number), v.maxValue(max))

/** The newest change that a device may speak of; PostgreSQL's integers end here. */
const seqMax = 2_147_483_647

const chatParams = v.object({ chatId: chatIdSchema })
const messageParams = v.object({ chatId: chatIdSchema, messageId: messageIdSchema })
const newMessageFields = newMessageSchema.pipe[0].entries

/** A page of a chat's history; both ways lead on from a number that an earlier page showed. */
const messagesQuery = v.pipe(
  v.strictObject({
    /** Changes behind this `rev`, oldest first: what a device that was here before has missed. */
    after: v.optional(count(seqMax)),
    /** Messages before this `seq`, the nearest ones. */
    before: v.optional(count(seqMax)),
    limit: v.optional(v.pipe(count(200), v.minValue(1)), '50'),
  }),
  v.check(({ after, before }) => after === undefined || before === undefined, 'after or before'),
)

export const chatApi = {
  listChats: endpoint({
    method: 'GET',
    path: '/chat/user/{userId}',
    summary: "One's own chats, the latest first",
    tag: 'Chat',
    session: 'required',
    params: v.object({ userId: userIdSchema }),
    query: v.strictObject({
      /** The last chat of the page before. */
      before: v.optional(chatIdSchema),
      limit: v.optional(v.pipe(count(200), v.minValue(1)), '100'),
    }),
    reply: { status: 200, schema: v.array(chatSchema) },
    problems: ['not_found'],
    texts: failsWith('Failed to fetch chats'),
  }),
  getMessages: endpoint({
    method: 'GET',
    path: '/chat/{chatId}/messages',
    summary:
      'A page of a chat, by place: the newest, those before a place, or the changes after one',
    tag: 'Chat',
    session: 'required',
    params: chatParams,
    query: messagesQuery,
    reply: {
      status: 200,
      schema: v.object({
        /** By `seq`; with `after`, by `rev`. */
        messages: v.array(messageSchema),
        /** Whether there are more the same way. */
        more: v.boolean(),
        /** The chat at the same moment. */
        chat: chatSchema,
      }),
    },
    problems: ['not_found'],
    texts: failsWith('Failed to fetch messages'),
  }),
  postMessage: endpoint({
    method: 'POST',
    path: '/chat/{chatId}/messages',
    summary: 'Sends a message, which needs text or a file; the same id again is the same message',
    tag: 'Chat',
    session: 'required',
    params: chatParams,
    body: {
      type: 'multipart',
      schema: v.object({
        /** Spec 7. The sender is whoever the session belongs to; somebody else's id is refused. */
        senderId: v.optional(freeLine()),
        content: v.optional(newMessageFields.content, ''),
        /** Made on the device; without one the server makes it, and a repeat is a second message. */
        id: v.optional(messageIdSchema),
        /** In the place of the name that the file part carries. */
        fileName: v.optional(fileNameSchema),
      }),
      bytesMax: chatFileBytesMax + 64 * KIB,
      files: { file: chatFileRule },
    },
    reply: { status: 201, schema: messageSchema },
    problems: [
      'not_found',
      'chat_closed',
      'invalid_file',
      'upload_incomplete',
      'op_reused',
      'rate_limited',
      'busy',
    ],
    texts: failsWith('Failed to send message'),
  }),
  putChatFile: endpoint({
    method: 'POST',
    path: '/chat/{chatId}/files',
    summary:
      "Uploads a message's file before the message; again for the same id, it stays the first",
    tag: 'Chat',
    session: 'required',
    params: chatParams,
    body: {
      type: 'multipart',
      schema: v.object({
        messageId: messageIdSchema,
        fileName: fileNameSchema,
        /** The file is a voice note, and refused where it is none or longer than one may be. */
        voice: v.optional(v.literal('true')),
      }),
      bytesMax: chatFileBytesMax + 64 * KIB,
      files: { file: { ...chatFileRule, required: true } },
    },
    reply: {
      status: 201,
      schema: v.object({ messageId: messageIdSchema, file: messageFileSchema }),
    },
    problems: [
      'not_found',
      'chat_closed',
      'invalid_file',
      'upload_incomplete',
      'op_reused',
      'rate_limited',
      'busy',
    ],
  }),
  getChatFile: endpoint({
    method: 'GET',
    path: '/chat/{chatId}/files/{file}',
    summary: "A message's file, for the two people of its chat",
    tag: 'Chat',
    session: 'required',
    params: v.object({
      chatId: chatIdSchema,
      file: v.pipe(v.string(), v.regex(/^[0-9a-f-]{36}\.[a-z0-9]{3,4}$/)),
    }),
    reply: { status: 200, schema: v.unknown(), type: 'file' },
    problems: ['not_found'],
  }),
  deleteMessage: endpoint({
    method: 'DELETE',
    path: '/chat/{chatId}/messages/{messageId}',
    summary: 'Deletes a message of oneself, for both people; a trace stays',
    tag: 'Chat',
    session: 'required',
    params: messageParams,
    reply: { status: 200, schema: messageSchema },
    problems: ['not_found', 'chat_closed'],
  }),
  markRead: endpoint({
    method: 'PUT',
    path: '/chat/{chatId}/read',
    summary: 'Notes how far one has read; a place before an earlier note changes nothing',
    tag: 'Chat',
    session: 'required',
    params: chatParams,
    body: {
      type: 'json',
      schema: v.strictObject({
        seq: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(seqMax)),
      }),
      bytesMax: jsonBytesMax,
    },
    reply: { status: 204, schema: v.undefined() },
    problems: ['not_found'],
  }),
  sayTyping: endpoint({
    method: 'POST',
    path: '/chat/{chatId}/typing',
    summary: 'Lets the other know that one is writing, where one has chosen so',
    tag: 'Chat',
    session: 'required',
    params: chatParams,
    reply: { status: 204, schema: v.undefined() },
    problems: ['not_found', 'rate_limited'],
  }),
  getChatSettings: endpoint({
    method: 'GET',
    path: '/chat/settings',
    summary: 'What one lets others know while chatting',
    tag: 'Chat',
    session: 'required',
    reply: { status: 200, schema: chatSettingsSchema },
    problems: [],
  }),
  putChatSettings: endpoint({
    method: 'PUT',
    path: '/chat/settings',
    summary: 'Replaces it; away hours are for care providers',
    tag: 'Chat',
    session: 'required',
    body: { type: 'json', schema: chatSettingsSchema, bytesMax: jsonBytesMax },
    reply: { status: 200, schema: chatSettingsSchema },
    problems: [],
  }),
} as const

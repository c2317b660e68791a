import * as v from 'valibot'
import { endpoint, failsWith, jsonBytesMax, KIB } from '../endpoint.ts'
import { editedImageRule } from '../file-rule.ts'
import { formObject, strictForm } from '../free-text.ts'
import { languages } from '../language.ts'
import { newPassword } from './credentials.ts'
import { userIdSchema, userTypeSchema } from './model.ts'
import { userSchema } from './profile.ts'
import { currentPassword, currentPasswordSchema } from './recovery.ts'
import { bioSchema } from './registration.ts'

const idParams = v.object({ id: userIdSchema })
const bioRequired = 'Bio is required.'
/** The earlier client sends its user type along; the session is what counts. */
const userT = v.optional(userTypeSchema)

/** One place where a person is signed in. */
export const sessionInfoSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  current: v.boolean(),
  userAgent: v.nullable(v.string()),
  createdAt: v.string(),
  lastUsedAt: v.string(),
})
export type SessionInfo = v.InferOutput<typeof sessionInfoSchema>

export const profileApi = {
  updateProfileImage: endpoint({
    method: 'PATCH',
    path: '/user/{id}/profileImg',
    summary: "Replaces one's profile image; it is re-encoded, which drops its metadata",
    tag: 'Profile',
    session: 'required',
    params: idParams,
    body: {
      type: 'multipart',
      schema: v.object({ userT }),
      bytesMax: editedImageRule.bytesMax + 64 * KIB,
      files: { profileImg: editedImageRule },
    },
    reply: { status: 200, schema: userSchema },
    problems: ['not_found', 'invalid_file', 'upload_incomplete', 'rate_limited', 'busy'],
    texts: failsWith('Failed to update user profile image', { not_found: 'User not found.' }),
  }),
  updateBio: endpoint({
    method: 'PATCH',
    path: '/user/{id}/bio',
    summary: "Replaces one's bio",
    tag: 'Profile',
    session: 'required',
    params: idParams,
    body: {
      type: 'json',
      schema: strictForm({
        bio: v.pipe(v.string(bioRequired), bioSchema, v.minLength(1, bioRequired)),
        userT,
      }),
      bytesMax: jsonBytesMax,
    },
    reply: { status: 200, schema: userSchema },
    problems: ['not_found'],
    texts: failsWith('Failed to update user bio', { not_found: 'User not found.' }),
  }),
  updateSharing: endpoint({
    method: 'PATCH',
    path: '/user/{id}/sharing',
    summary: 'Chooses what connected providers see of one',
    tag: 'Profile',
    session: 'required',
    params: idParams,
    body: {
      type: 'json',
      schema: v.strictObject({ shareScore: v.boolean() }),
      bytesMax: jsonBytesMax,
    },
    reply: { status: 200, schema: userSchema },
    problems: ['not_found'],
    texts: failsWith('Failed to update profile.', { not_found: 'User not found.' }),
  }),
  updateLanguage: endpoint({
    method: 'PATCH',
    path: '/user/{id}/language',
    summary: 'Chooses in what mails and notifications speak to one',
    tag: 'Profile',
    session: 'required',
    params: idParams,
    body: {
      type: 'json',
      schema: formObject({
        language: v.picklist(languages, 'Please select a language of the app'),
      }),
      bytesMax: jsonBytesMax,
    },
    reply: { status: 200, schema: userSchema },
    problems: ['not_found'],
    texts: failsWith('Failed to update profile.', { not_found: 'User not found.' }),
  }),
  updatePassword: endpoint({
    method: 'PATCH',
    path: '/user/{id}/password',
    summary: "Changes one's password and ends every other session",
    tag: 'Profile',
    session: 'required',
    params: idParams,
    body: {
      type: 'json',
      schema: strictForm({
        oldPassword: currentPassword('Old password is required.'),
        newPassword: newPassword('New password is required.'),
        userT,
      }),
      bytesMax: jsonBytesMax,
    },
    reply: { status: 204, schema: v.undefined() },
    problems: ['not_found', 'wrong_password', 'weak_password', 'rate_limited', 'busy'],
    texts: failsWith('Failed to update user password', { not_found: 'User not found.' }),
  }),
  getScore: endpoint({
    method: 'GET',
    path: '/scores/{userId}',
    summary: "A young person's points: for themself and an accepted provider",
    tag: 'Profile',
    session: 'required',
    params: v.object({ userId: userIdSchema }),
    reply: { status: 200, schema: v.object({ score: v.number() }) },
    problems: ['not_found'],
    texts: failsWith('Failed to fetch score'),
  }),
  getProfileImage: endpoint({
    method: 'GET',
    path: '/profile-images/{file}',
    summary: 'A profile image, for whoever may see the profile; its name never changes its content',
    tag: 'Profile',
    session: 'required',
    params: v.object({ file: v.pipe(v.string(), v.regex(/^[0-9a-f-]{36}\.webp$/)) }),
    reply: { status: 200, schema: v.unknown(), type: 'file' },
    problems: ['not_found'],
  }),
  getPaper: endpoint({
    method: 'GET',
    path: '/user/{id}/papers/{paper}',
    summary: "A provider's resume or work license, for themself and a superAdmin",
    tag: 'Profile',
    session: 'required',
    params: v.object({ id: userIdSchema, paper: v.picklist(['resume', 'workLicense']) }),
    reply: { status: 200, schema: v.unknown(), type: 'file' },
    problems: ['not_found'],
  }),
} as const

export const settingsApi = {
  listSessions: endpoint({
    method: 'GET',
    path: '/me/sessions',
    summary: 'Where one is signed in, newest use first',
    tag: 'Settings',
    session: 'required',
    reply: { status: 200, schema: v.array(sessionInfoSchema) },
    problems: [],
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/me/sessions/{id}',
    summary: "Ends one of one's sessions",
    tag: 'Settings',
    session: 'required',
    params: v.object({ id: v.pipe(v.string(), v.uuid()) }),
    reply: { status: 204, schema: v.undefined() },
    problems: ['not_found'],
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/me/sessions',
    summary: 'Ends every session but the one that asks',
    tag: 'Settings',
    session: 'required',
    reply: { status: 204, schema: v.undefined() },
    problems: [],
  }),
  exportMyData: endpoint({
    method: 'GET',
    path: '/me/export',
    summary: 'Everything the server holds of a person, as JSON',
    tag: 'Settings',
    session: 'required',
    reply: { status: 200, schema: v.record(v.string(), v.unknown()) },
    problems: ['rate_limited'],
  }),
  deleteAccount: endpoint({
    method: 'DELETE',
    path: '/me',
    summary: 'Deletes the account and everything of it, for good',
    tag: 'Settings',
    session: 'required',
    body: {
      type: 'json',
      schema: v.strictObject({ password: currentPasswordSchema }),
      bytesMax: jsonBytesMax,
    },
    reply: { status: 204, schema: v.undefined() },
    problems: ['wrong_password', 'rate_limited', 'busy'],
  }),
} as const

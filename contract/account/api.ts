import * as v from 'valibot'
import { endpoint, jsonBytesMax, KIB } from '../endpoint.ts'
import { loginReplySchema, loginRequestSchema } from './credentials.ts'
import { userIdSchema, userPayloadSchema, userSchema } from './model.ts'
import { registrationFieldsSchema } from './registration.ts'

export const accountApi = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    summary: 'Opens a session',
    tag: 'Account',
    session: 'none',
    body: { type: 'json', schema: loginRequestSchema, bytesMax: jsonBytesMax },
    reply: { status: 200, schema: loginReplySchema },
    problems: ['wrong_credentials', 'rate_limited', 'busy'],
  }),
  registerAdolescent: endpoint({
    method: 'POST',
    path: '/auth/register/Adolescent',
    summary: 'Makes the account of a young person',
    tag: 'Account',
    session: 'none',
    body: { type: 'multipart', schema: registrationFieldsSchema, bytesMax: 64 * KIB },
    reply: { status: 201, schema: v.object({ userPayload: userPayloadSchema }) },
    problems: ['email_taken', 'username_taken', 'rate_limited', 'busy'],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    summary: 'Ends the session of the token that was sent',
    tag: 'Account',
    session: 'required',
    reply: { status: 204, schema: v.undefined() },
    problems: [],
  }),
  getUser: endpoint({
    method: 'GET',
    path: '/auth/user/{id}',
    summary: 'A person, with the fields that the viewer may see',
    tag: 'Account',
    session: 'required',
    params: v.object({ id: userIdSchema }),
    reply: { status: 200, schema: userSchema },
    problems: ['not_found'],
  }),
} as const

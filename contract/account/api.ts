import * as v from 'valibot'
import { endpoint, jsonBytesMax } from '../endpoint.ts'
import { loginReplySchema, loginRequestSchema } from './credentials.ts'
import { userIdSchema, userSchema } from './model.ts'

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

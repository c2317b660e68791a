import * as v from 'valibot'
import { endpoint, KIB } from '../endpoint.ts'
import { profileImageRule, resumeRule, workLicenseRule, type FileRule } from '../file-rule.ts'
import { userPayloadSchema } from './model.ts'
import type { AskedField } from './profile.ts'
import { providerRegistrationFieldsSchema, registrationFieldsSchema } from './registration.ts'

/** What the text fields and the borders between the parts of a multipart body may take. */
const fieldsBytesMax = 64 * KIB

const files = { profileImg: profileImageRule } satisfies Record<
  AskedField<'everyone', true>,
  FileRule
>
const reply = {
  status: 201,
  schema: v.object({
    userPayload: userPayloadSchema,
    /** A code to confirm the email is on its way; absent where nobody is asked for one. */
    codeSent: v.optional(v.literal(true)),
  }),
} as const
const problems = [
  'email_taken',
  'username_taken',
  'weak_password',
  'invalid_file',
  'upload_incomplete',
  'rate_limited',
  'busy',
] as const

/** Making an account. A call for each user type, because the type is part of the address and never of the body. */
export const registrationApi = {
  registerAdolescent: endpoint({
    method: 'POST',
    path: '/auth/register/Adolescent',
    summary: 'Makes the account of a young person',
    tag: 'Account',
    session: 'none',
    body: {
      type: 'multipart',
      schema: registrationFieldsSchema,
      bytesMax: profileImageRule.bytesMax + fieldsBytesMax,
      files,
    },
    reply,
    problems,
  }),
  registerParent: endpoint({
    method: 'POST',
    path: '/auth/register/Parent',
    summary: 'Makes the account of a parent',
    tag: 'Account',
    session: 'none',
    body: {
      type: 'multipart',
      schema: registrationFieldsSchema,
      bytesMax: profileImageRule.bytesMax + fieldsBytesMax,
      files,
    },
    reply,
    problems,
  }),
  registerServiceProvider: endpoint({
    method: 'POST',
    path: '/auth/register/ServiceProvider',
    summary: 'Makes the account of a care provider, with the papers that a superAdmin reviews',
    tag: 'Account',
    session: 'none',
    body: {
      type: 'multipart',
      schema: providerRegistrationFieldsSchema,
      bytesMax:
        profileImageRule.bytesMax + resumeRule.bytesMax + workLicenseRule.bytesMax + fieldsBytesMax,
      files: { ...files, resume: resumeRule, workLicense: workLicenseRule } satisfies Record<
        AskedField<'everyone' | 'providers', true>,
        FileRule
      >,
    },
    reply,
    problems,
  }),
} as const

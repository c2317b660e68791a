import * as v from 'valibot'
import { userIdSchema } from '../account/model.ts'
import { adminViewSchema, cardViewSchema, userSchema } from '../account/profile.ts'
import { endpoint, failsWith, jsonBytesMax } from '../endpoint.ts'
import { nextPageSchema, pageQuery } from '../page.ts'
import { countryNames } from '../reference/countries.ts'
import {
  languageSchema,
  minorConcernedSchema,
  practiceSchema,
  reviewDecisionSchema,
  reviewStates,
  specialtySchema,
  readerLanguagesMax,
  searchWords,
} from './model.ts'

/** What a directory can be narrowed by. */
const filters = {
  /** Words of a name or a specialty, in any case and without accents; signs alone find nobody. */
  search: v.optional(v.pipe(v.string(), v.maxLength(100), v.transform(searchWords))),
  seesMinors: v.optional(
    v.pipe(
      v.picklist(['true', 'false']),
      v.transform((word) => word === 'true'),
    ),
  ),
  language: v.optional(languageSchema),
  gender: v.optional(v.picklist(['Male', 'Female'])),
  country: v.optional(v.picklist(countryNames)),
  /** `fit`: first who speaks one of the languages in `speaks`, then who is in the country `near`, each by name. */
  sort: v.optional(v.picklist(['name', 'newest', 'fit']), 'name'),
  speaks: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(100),
      v.transform((text) => text.split(',')),
      v.array(languageSchema),
      v.maxLength(readerLanguagesMax),
    ),
  ),
  near: v.optional(v.picklist(countryNames)),
} as const

/** By specialty. */
const countsSchema = v.record(v.string(), v.pipe(v.number(), v.integer()))

/** Cards for everybody; a superAdmin sees what they need for their work. */
const directoryReply = {
  status: 200,
  schema: v.object({
    providers: v.array(v.variant('view', [cardViewSchema, adminViewSchema])),
    next: nextPageSchema,
  }),
} as const

export const providersApi = {
  listProviders: endpoint({
    method: 'GET',
    path: '/auth/serviceProviders',
    summary: 'The care providers, page by page',
    tag: 'Providers',
    session: 'required',
    query: v.strictObject({ ...pageQuery, ...filters, specialty: v.optional(specialtySchema) }),
    reply: directoryReply,
    problems: [],
    texts: failsWith('Failed to fetch service providers'),
  }),
  countProviders: endpoint({
    method: 'GET',
    path: '/auth/serviceProviders/counts',
    summary: 'How many care providers there are of each specialty; one without is left out',
    tag: 'Providers',
    session: 'required',
    reply: {
      status: 200,
      schema: v.object({
        counts: countsSchema,
        /** How many of them see people under 18. */
        seesMinors: v.optional(countsSchema),
      }),
    },
    problems: [],
    texts: failsWith('Failed to fetch service providers'),
  }),
  listFamilyTherapists: endpoint({
    method: 'GET',
    path: '/auth/serviceProviders/family-constellation-therapists',
    summary: 'The family constellation therapists, for parents',
    tag: 'Providers',
    session: 'required',
    query: v.strictObject({ ...pageQuery, ...filters }),
    reply: directoryReply,
    problems: [],
    texts: failsWith('Failed to load therapists. Please try again.'),
  }),
  listParentingCoaches: endpoint({
    method: 'GET',
    path: '/auth/serviceProviders/parenting-coaches',
    summary: 'The parenting coaches, for parents',
    tag: 'Providers',
    session: 'required',
    query: v.strictObject({ ...pageQuery, ...filters }),
    reply: directoryReply,
    problems: [],
    texts: failsWith('Failed to load coaches. Please try again.'),
  }),
  updatePractice: endpoint({
    method: 'PATCH',
    path: '/user/{id}/practice',
    summary: 'Changes what a care provider says about their work; what is left out stays',
    tag: 'Providers',
    session: 'required',
    params: v.object({ id: userIdSchema }),
    body: { type: 'json', schema: practiceSchema, bytesMax: jsonBytesMax },
    reply: { status: 200, schema: userSchema },
    problems: ['not_found'],
    texts: failsWith('Failed to update profile.', { not_found: 'User not found.' }),
  }),
  listReviews: endpoint({
    method: 'GET',
    path: '/admin/providers',
    summary:
      'Care providers by the state of their review, who waits longest first; an approved one who asks to see people under 18 waits again',
    tag: 'Admin',
    session: 'required',
    query: v.strictObject({ ...pageQuery, state: v.optional(v.picklist(reviewStates), 'waiting') }),
    reply: {
      status: 200,
      schema: v.object({
        providers: v.array(
          v.object({
            ...adminViewSchema.entries,
            createdAt: v.string(),
            /** The papers they sent along; each is read with `getPaper`. */
            papers: v.array(v.picklist(['resume', 'workLicense'])),
          }),
        ),
        next: nextPageSchema,
      }),
    },
    problems: [],
  }),
  listMinorsConcerned: endpoint({
    method: 'GET',
    path: '/admin/providers/{id}/minors',
    summary: 'Whom a decision that ends a provider’s work with people under 18 concerns, by name',
    tag: 'Admin',
    session: 'required',
    params: v.object({ id: userIdSchema }),
    query: v.strictObject(pageQuery),
    reply: {
      status: 200,
      schema: v.object({
        minors: v.array(minorConcernedSchema),
        /** On the other pages too. */
        count: v.pipe(v.number(), v.integer()),
        sessions: v.pipe(v.number(), v.integer()),
        next: nextPageSchema,
      }),
    },
    problems: ['not_found'],
  }),
  reviewProvider: endpoint({
    method: 'POST',
    path: '/admin/providers/{id}/review',
    summary: 'Accepts or turns down a care provider',
    tag: 'Admin',
    session: 'required',
    params: v.object({ id: userIdSchema }),
    body: { type: 'json', schema: reviewDecisionSchema, bytesMax: jsonBytesMax },
    reply: { status: 200, schema: adminViewSchema },
    problems: ['not_found', 'wrong_state', 'proof_required'],
    texts: { wrong_state: 'This provider has changed meanwhile. Please look again.' },
  }),
} as const

import * as v from 'valibot'
import { localDateSchema } from '../local-date.ts'
import { userIdSchema, userTypeSchema } from './model.ts'

/**
 * Who sees a profile: every member a listed care provider (`card`), an accepted provider a client (`client`), a person
 * themself (`full`), a superAdmin a care provider (`admin`).
 */
export type ProfileView = 'card' | 'client' | 'full' | 'admin'

/**
 * A field of a profile; the presenters, the registration, its forms and those that change it do not compile until each
 * has its part of it.
 */
interface ProfileField {
  readonly schema: v.GenericSchema
  readonly views: readonly ProfileView[]
  /** Whom the registration asks for it. */
  readonly asked?: 'everyone' | 'providers'
  /** Sent as a file. */
  readonly file?: true
  /** Who changes it later, by a form and a call of its own. */
  readonly edited?: 'everyone' | 'providers'
}

const allViews = ['card', 'client', 'full', 'admin'] as const
const ownViews = ['full', 'admin'] as const

/** Decisions: profile fields by viewer. */
export const profileFields = {
  _id: { schema: userIdSchema, views: allViews },
  userT: { schema: userTypeSchema, views: allViews },
  firstname: { schema: v.string(), views: allViews, asked: 'everyone' },
  lastname: { schema: v.string(), views: allViews, asked: 'everyone' },
  name: { schema: v.string(), views: allViews },
  profileImg: {
    schema: v.nullable(v.string()),
    views: allViews,
    asked: 'everyone',
    file: true,
    edited: 'everyone',
  },
  state: { schema: v.nullable(v.string()), views: allViews, asked: 'everyone' },
  country: { schema: v.nullable(v.string()), views: allViews, asked: 'everyone' },
  bio: { schema: v.nullable(v.string()), views: allViews, asked: 'everyone', edited: 'everyone' },
  /** Which view it is: each has its own literal. */
  view: { schema: v.string(), views: allViews },
  specialization: {
    schema: v.nullable(v.string()),
    views: ['card', 'full', 'admin'],
    asked: 'providers',
  },
  gender: { schema: v.string(), views: ['card', 'full', 'admin'], asked: 'everyone' },
  languages: { schema: v.array(v.string()), views: ['card'] },
  /** They see people under 18, and the review has cleared them for it. */
  seesMinors: { schema: v.boolean(), views: ['card'], asked: 'providers' },
  /** When a superAdmin accepted their papers; null where nobody has looked at them. */
  reviewedAt: { schema: v.nullable(v.string()), views: ['card'] },
  username: { schema: v.string(), views: ownViews, asked: 'everyone' },
  email: { schema: v.string(), views: ownViews, asked: 'everyone' },
  role: { schema: v.optional(v.string()), views: ownViews },
  birthDate: { schema: localDateSchema, views: ownViews, asked: 'everyone' },
  age: { schema: v.number(), views: ['client', 'full', 'admin'] },
  phoneNumber: { schema: v.string(), views: ownViews, asked: 'everyone' },
  /** Spec 3 names a city, and no form asks for one; absent in what an earlier build stored. */
  city: { schema: v.optional(v.nullable(v.string())), views: ownViews },
  /** File names of a provider's papers, null where there is none; absent in lists and in what an earlier build stored. */
  resume: {
    schema: v.optional(v.nullable(v.string())),
    views: ownViews,
    asked: 'providers',
    file: true,
  },
  workLicense: {
    schema: v.optional(v.nullable(v.string())),
    views: ownViews,
    asked: 'providers',
    file: true,
  },
  /** To a client's provider it is null while the person does not share it. */
  score: { schema: v.number(), views: ['client', 'full', 'admin'] },
  verifiedAt: { schema: v.nullable(v.string()), views: ownViews },
  /** Null until they proved that they read their e-mail; absent in what an earlier build stored. */
  emailConfirmedAt: { schema: v.optional(v.nullable(v.string())), views: ownViews },
  /** Of a care provider: approved, and listed once the e-mail is confirmed, too. */
  approvedAt: { schema: v.optional(v.nullable(v.string())), views: ownViews },
  /** Why a superAdmin turned a provider down; absent or null while none has. */
  rejectedReason: { schema: v.optional(v.nullable(v.string())), views: ownViews },
  /** What they are spoken to in, by `readLanguage`: a later server may name one that this build does not know. */
  language: { schema: v.optional(v.string()), views: ownViews },
  /** Whether connected providers see the score. */
  shareScore: { schema: v.optional(v.boolean()), views: ownViews, edited: 'everyone' },
  /** Of a care provider: what they say about their work, and what the review says. */
  practice: {
    schema: v.optional(
      v.object({
        languages: v.array(v.string()),
        /** What they say; it counts once `clearedForMinors` is true. */
        seesMinors: v.boolean(),
        clearedForMinors: v.boolean(),
        /** Since when their wish to see people under 18 waits for a superAdmin; null or absent while none waits. */
        minorsAskedAt: v.optional(v.nullable(v.string())),
        reviewedAt: v.nullable(v.string()),
      }),
    ),
    views: ownViews,
    edited: 'providers',
  },
} as const satisfies Record<string, ProfileField>

type ProfileFields = typeof profileFields
export type ProfileFieldName = keyof ProfileFields
export type ProfileValue<Name extends ProfileFieldName> = v.InferOutput<
  ProfileFields[Name]['schema']
>

/** The fields of a view. */
type FieldOf<View extends ProfileView> = {
  [Name in ProfileFieldName]: View extends ProfileFields[Name]['views'][number] ? Name : never
}[ProfileFieldName]

/** The fields that a registration asks of everyone, or of care providers beside; as files, or as the fields of a form. */
export type AskedField<Of extends 'everyone' | 'providers', File extends boolean = false> = {
  [Name in ProfileFieldName]: ProfileFields[Name] extends { asked: Of }
    ? (ProfileFields[Name] extends { file: true } ? true : false) extends File
      ? Name
      : never
    : never
}[ProfileFieldName]

/** The fields that their person changes after the registration. */
export type EditedField = {
  [Name in ProfileFieldName]: ProfileFields[Name] extends { edited: string } ? Name : never
}[ProfileFieldName]

/** The names of the fields of a view, in the order of the table. */
export function fieldsOf<View extends ProfileView>(view: View): readonly FieldOf<View>[] {
  const names = Object.keys(profileFields) as ProfileFieldName[]
  return names.filter((name): name is FieldOf<View> =>
    profileFields[name].views.some((one: ProfileView) => one === view),
  )
}

function entriesOf<View extends ProfileView>(view: View) {
  const entries = fieldsOf(view).map((name) => [name, profileFields[name].schema])
  return Object.fromEntries(entries) as { [Name in FieldOf<View>]: ProfileFields[Name]['schema'] }
}

/** What a member sees of a verified care provider. */
export const cardViewSchema = v.object({ ...entriesOf('card'), view: v.literal('card') })
export type ProviderCard = v.InferOutput<typeof cardViewSchema>
/** What an accepted provider sees of a client. */
const clientViewSchema = v.object({
  ...entriesOf('client'),
  view: v.literal('client'),
  score: v.nullable(v.number()),
})
/** What a person sees of themself. */
const fullViewSchema = v.object({ ...entriesOf('full'), view: v.literal('full') })
/** What a superAdmin sees of a provider. */
export const adminViewSchema = v.object({ ...entriesOf('admin'), view: v.literal('admin') })

/** A person, in the fields that the viewer may see. */
export const userSchema = v.variant('view', [
  cardViewSchema,
  clientViewSchema,
  fullViewSchema,
  adminViewSchema,
])
export type User = v.InferOutput<typeof userSchema>
export type FullUser = v.InferOutput<typeof fullViewSchema>

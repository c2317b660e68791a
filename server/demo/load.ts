import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { userTypeSchema } from '#contract/account/model.ts'
import { genders } from '#contract/account/registration.ts'
import { workingScheduleSchema } from '#contract/calendar/model.ts'
import { clockTimeSchema, timeZoneSchema } from '#contract/calendar/time-zone.ts'
import { awayHoursSchema } from '#contract/chat/settings.ts'
import { baseLanguage, languages } from '#contract/language.ts'
import { wellnessCategorySchema, youtubeIdSchema } from '#contract/library/model.ts'
import { localDateSchema } from '#contract/local-date.ts'
import { planTypeSchema } from '#contract/pricing/api.ts'
import { currencySchema } from '#contract/pricing/money.ts'
import { languageSchema, specialtySchema } from '#contract/providers/model.ts'
import { questTypeSchema } from '#contract/quests/model.ts'
import { countryNames } from '#contract/reference/countries.ts'

/** The password of every demo person. */
export const demoPassword = 'Demo-Pass1!'

/** The domain of every demo person's address; it receives no mail. */
export const demoDomain = 'zync.example'

/** The folder of the demo's data: JSON, articles as Markdown with front matter, and the files they carry. */
export const demoFolder = fileURLToPath(new URL('../../demo', import.meta.url))

/** The part of an address of the demo domain before the `@`; the other files name people by it. */
const emailSchema = v.pipe(v.string(), v.endsWith(`@${demoDomain}`))
const text = v.pipe(v.string(), v.nonEmpty())
const count = v.pipe(v.number(), v.integer(), v.minValue(0))

const personSchema = v.strictObject({
  email: emailSchema,
  username: text,
  userType: userTypeSchema,
  firstname: text,
  lastname: text,
  gender: v.picklist(genders),
  birthDate: localDateSchema,
  country: v.picklist(countryNames),
  state: text,
  phoneNumber: text,
  bio: text,
  /** Whether connected care providers see the person's score. */
  shareScore: v.optional(v.boolean(), false),
  specialization: v.optional(specialtySchema),
  languages: v.optional(v.array(languageSchema), []),
  seesMinors: v.optional(v.boolean(), false),
})
export type DemoPerson = v.InferOutput<typeof personSchema>

/** Everything below the demo folder, parsed. */
export type Demo = ReturnType<typeof loadDemo>
export type DemoChat = Demo['chats'][number]
export type DemoSeller = Demo['sellers'][number]
export type DemoPurchase = Demo['purchases'][number]
export type DemoArticle = Demo['articles'][number]
export type DemoVideo = Demo['videos'][number]

/**
 * The demo people, oldest account first: those with a story of their own, by whom one signs in, then the other care
 * providers. Throws a `DemoFileError` for a file that does not fit.
 */
export function loadDemoPeople(folder = demoFolder) {
  const people = v.array(personSchema)
  const accounts = readJson(folder, 'people.json', people)
  return { accounts, everybody: [...accounts, ...readJson(folder, 'providers.json', people)] }
}

/** The name by which the demo's files call a person. */
export function demoName({ email }: Pick<DemoPerson, 'email'>): string {
  return email.slice(0, email.indexOf('@'))
}

/** Reads the whole demo. Throws a `DemoFileError` for the first file that is missing or does not fit. */
export function loadDemo(folder = demoFolder) {
  const people = loadDemoPeople(folder)
  const person = v.picklist(people.everybody.map(demoName), 'No demo person has this name')
  const file = v.picklist(readdirSync(join(folder, 'files')), 'demo/files has no such file')
  return {
    people,
    connections: readJson(folder, 'connections.json', connectionsSchema(person)),
    ...readJson(folder, 'chats.json', chatsSchema(person, file)),
    ...readJson(folder, 'plans.json', plansSchema(person)),
    quests: readJson(folder, 'quests.json', questsSchema(person)),
    ...readJson(folder, 'videos.json', videosSchema(person)),
    articles: readArticles(folder, articleSchema(person, file)),
    fileContent: (name: string) => readFileSync(join(folder, 'files', name)),
  }
}

type Name = v.GenericSchema<unknown, string>

/** `day` counts from the day on which all of them came. */
function connectionsSchema(person: Name) {
  const state = v.picklist(['accepted', 'pending'])
  return v.array(v.strictObject({ client: person, provider: person, state, day: count }))
}

/** Messages with the UTC time of day; a deleted one leaves its trace. `unread` is who has not read the last one yet. */
function chatsSchema(person: Name, file: Name) {
  const side = v.picklist(['client', 'provider'])
  const message = v.strictObject({
    by: side,
    daysAgo: count,
    at: clockTimeSchema,
    text: v.string(),
    deleted: v.optional(v.boolean(), false),
    file: v.optional(v.strictObject({ name: text, content: file })),
  })
  const chat = v.strictObject({
    client: person,
    provider: person,
    unread: v.optional(side),
    messages: v.array(message),
  })
  const settings = v.strictObject({ person, readReceipts: v.boolean(), away: awayHoursSchema })
  return v.strictObject({ chats: v.array(chat), settings: v.array(settings) })
}

/** What providers sell and when they work, and who bought the plan at which index, with sessions in days from today. */
function plansSchema(person: Name) {
  const plan = v.strictObject({
    type: planTypeSchema,
    sessions: count,
    minutes: count,
    priceMinor: count,
  })
  const { workingHours, workingDays } = workingScheduleSchema.entries
  const seller = v.strictObject({
    provider: person,
    currency: currencySchema,
    timeZone: timeZoneSchema,
    hours: v.optional(workingHours),
    days: v.optional(workingDays),
    plans: v.array(plan),
  })
  const purchase = v.strictObject({
    client: person,
    provider: person,
    plan: count,
    daysAgo: count,
    sessions: v.array(v.pipe(v.number(), v.integer())),
  })
  return v.strictObject({ sellers: v.array(seller), purchases: v.array(purchase) })
}

/** `choices` has one digit per question: the index of the chosen option. */
function questsSchema(person: Name) {
  const quest = v.strictObject({
    by: person,
    type: questTypeSchema,
    daysAgo: count,
    choices: v.pipe(v.string(), v.digits()),
    sharedWith: v.optional(person),
  })
  return v.array(quest)
}

/** Oldest first; the first line of a description is the video's title. */
function videosSchema(person: Name) {
  const video = v.strictObject({
    videoId: youtubeIdSchema,
    category: wellnessCategorySchema,
    language: v.optional(v.picklist(languages), baseLanguage),
    by: person,
    description: text,
  })
  const introduction = v.strictObject({ by: person, videoId: youtubeIdSchema })
  return v.strictObject({ videos: v.array(video), introductions: v.array(introduction) })
}

function articleSchema(person: Name, file: Name) {
  return v.strictObject({
    title: text,
    category: wellnessCategorySchema,
    language: v.picklist(languages),
    by: person,
    attachment: v.optional(file),
    /** Markdown, as `articleBlocks` reads it. */
    content: text,
  })
}

/** A file of the demo that cannot be used; the message names it and each of its mistakes. */
export class DemoFileError extends Error {
  override readonly name = 'DemoFileError'
  constructor(path: string, mistakes: readonly string[]) {
    super(`demo/${path} cannot be used: ${mistakes.join('; ')}`)
  }
}

function readJson<Schema extends v.GenericSchema>(folder: string, path: string, schema: Schema) {
  return parsed(path, schema, () => JSON.parse(readText(folder, path)) as unknown)
}

/** The articles in the order of their file names, oldest first; those that are not in English have a folder each language. */
function readArticles<Schema extends v.GenericSchema>(folder: string, schema: Schema) {
  const names = readdirSync(join(folder, 'articles'), { encoding: 'utf8', recursive: true })
  const inOrder = names.toSorted((one, other) => (basename(one) < basename(other) ? -1 : 1))
  return inOrder
    .filter((name) => name.endsWith('.md'))
    .map((name) => {
      const path = join('articles', name)
      const language = dirname(name) === '.' ? baseLanguage : dirname(name)
      return parsed(path, schema, () => ({ language, ...frontMatter(readText(folder, path)) }))
    })
}

function readText(folder: string, path: string): string {
  return readFileSync(join(folder, path), 'utf8')
}

function parsed<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  read: () => unknown,
): v.InferOutput<Schema> {
  let input: unknown
  try {
    input = read()
  } catch (error) {
    throw new DemoFileError(path, [error instanceof Error ? error.message : String(error)])
  }
  const result = v.safeParse(schema, input)
  if (result.success) return result.output
  const mistakes = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'all'}: ${issue.message}`)
  throw new DemoFileError(path, mistakes)
}

/** Lines of `key: value` between two lines of `---`, then the content; a value in double quotes is a JSON string. */
function frontMatter(file: string): Record<string, string> {
  const [, head, content] = /^---\n([\s\S]*?)\n---\n\n([\s\S]*)$/.exec(file) ?? []
  if (head === undefined || content === undefined) throw new Error('it has no front matter')
  const fields = head.split('\n').map((line) => {
    const [, key = '', value = ''] = /^(\w+): (.+)$/.exec(line) ?? []
    return [key, value.startsWith('"') ? String(JSON.parse(value)) : value] as const
  })
  return { ...Object.fromEntries(fields), content: content.trimEnd() }
}

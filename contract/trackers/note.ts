import * as v from 'valibot'
import { freeLine, freeText } from '../free-text.ts'
import { localDateSchema } from '../local-date.ts'
import { trackerTypeSchema } from './model.ts'

/**
 * Feelings to choose from: our own selection, in our own arrangement by how much energy is in them and how pleasant they
 * are. The ids are sent and stored for ever: none changes, none goes.
 */
export const feelingQuarters = {
  bright: [
    'joyful',
    'excited',
    'proud',
    'playful',
    'curious',
    'confident',
    'inspired',
    'amazed',
    'brave',
    'loved',
  ],
  calm: [
    'calm',
    'content',
    'relaxed',
    'grateful',
    'safe',
    'peaceful',
    'relieved',
    'hopeful',
    'cared_for',
    'rested',
  ],
  tense: [
    'angry',
    'annoyed',
    'anxious',
    'stressed',
    'scared',
    'jealous',
    'frustrated',
    'embarrassed',
    'overwhelmed',
    'restless',
  ],
  low: [
    'down',
    'lonely',
    'tired',
    'bored',
    'disappointed',
    'hurt',
    'ashamed',
    'guilty',
    'hopeless',
    'numb',
  ],
} as const

export type FeelingQuarter = keyof typeof feelingQuarters
export type Feeling = (typeof feelingQuarters)[FeelingQuarter][number]
export const feelings: readonly Feeling[] = Object.values(feelingQuarters).flat()
export const feelingsMax = 3

/** What a day had to do with, for everybody; own ones come beside them. The ids are stored for ever. */
export const givenTags = [
  'school',
  'exams',
  'friends',
  'family',
  'love',
  'sport',
  'music',
  'games',
  'screens',
  'outdoors',
  'hobby',
  'unwell',
] as const
export type GivenTag = (typeof givenTags)[number]

/** Tags of one day, given and own ones together. */
export const noteTagsMax = 20
/** Letters of an own tag, and how many different ones a person has. */
export const ownTagLettersMax = 30
export const ownTagsMax = 200
export const tooManyTagsText = `You have ${ownTagsMax} own tags already. Take one of them, or send this without the new one.`
/** Letters of a note. */
export const noteLettersMax = 500
/** Marks above and below letters are no letters; of these a text may have so many times its letters. */
const unitsALetterMax = 8

const letter = /[^\p{M}\p{DI}]/gu

/** How many letters a text has as people count them: no marks above letters, nothing invisible, an emoji as a few. */
export function lettersIn(text: string): number {
  return text.match(letter)?.length ?? 0
}

/** Whether a text has no more letters than that, and not far too many marks above and below them. */
export function withinLettersOf(text: string, lettersMax: number): boolean {
  return text.length <= lettersMax * unitsALetterMax && lettersIn(text) <= lettersMax
}

export function withinLetters(lettersMax: number) {
  return v.check<string, string>(
    (text) => withinLettersOf(text, lettersMax),
    `At most ${lettersMax} letters`,
  )
}

function eachOnce<T extends string>() {
  return v.check<T[], string>((list) => new Set(list).size === list.length, 'Each once')
}

/** An own tag: one line of 1 to 30 letters. */
export const ownTagSchema = v.pipe(freeLine(), v.minLength(1), withinLetters(ownTagLettersMax))

/** What a person may add to an answer: none of it is needed. */
const words = {
  feelings: v.pipe(v.array(v.picklist(feelings)), v.maxLength(feelingsMax), eachOnce<Feeling>()),
  tags: v.pipe(v.array(v.picklist(givenTags)), v.maxLength(noteTagsMax), eachOnce<GivenTag>()),
  ownTags: v.pipe(v.array(ownTagSchema), v.maxLength(noteTagsMax), eachOnce<string>()),
  text: v.pipe(freeText(), withinLetters(noteLettersMax)),
} as const

const writeId = v.pipe(v.string(), v.uuid())

/** Versions of one day that nobody has decided about. */
export const replacedMax = 20
export const tooManyVersionsText = `This day has ${replacedMax} other versions already. Decide about some of them, then send this again.`

/**
 * What a person writes beside the answer of a day, whole: the payload of `trackers.note`. Each write is a revision, named by
 * its operation; `basedOn` is the one that the writer saw, null for none, and `settles` are those of another device that
 * they have now decided about.
 */
export const trackerNoteSchema = v.pipe(
  v.strictObject({
    trackerType: trackerTypeSchema,
    day: localDateSchema,
    ...words,
    basedOn: v.nullable(writeId),
    settles: v.pipe(v.array(writeId), v.maxLength(replacedMax)),
  }),
  v.check(
    ({ tags, ownTags }) => tags.length + ownTags.length <= noteTagsMax,
    `At most ${noteTagsMax} tags`,
  ),
)
export type TrackerNote = v.InferOutput<typeof trackerNoteSchema>

/** A text in a reply is taken as it is: a newer server may know a feeling that this build does not. */
export const noteWordsSchema = v.object({
  feelings: v.array(v.string()),
  tags: v.array(v.string()),
  ownTags: v.array(v.string()),
  text: v.string(),
})
export type NoteWords = v.InferOutput<typeof noteWordsSchema>

/** What one device had written and another has written over without having seen it. */
const replacedSchema = v.object({ ...noteWordsSchema.entries, rev: writeId })
export type ReplacedWords = v.InferOutput<typeof replacedSchema>

/** What stands beside a day's answer. `version` counts the writes of a person, so that the newer of two is known. */
export const storedNoteSchema = v.object({
  trackerType: trackerTypeSchema,
  day: localDateSchema,
  ...noteWordsSchema.entries,
  rev: writeId,
  version: v.pipe(v.number(), v.integer()),
  replaced: v.array(replacedSchema),
})
export type StoredNote = v.InferOutput<typeof storedNoteSchema>

/**
 * What became of a write: its words are not repeated, so that no list of what was done holds a note that was deleted since.
 * `replaces` says that it went over words of another device.
 */
export const noteReceiptSchema = v.object({
  trackerType: trackerTypeSchema,
  day: localDateSchema,
  rev: writeId,
  version: v.pipe(v.number(), v.integer()),
  replaces: v.boolean(),
})
export type NoteReceipt = v.InferOutput<typeof noteReceiptSchema>

/** Whether there is anything in it. */
export function saysNothing({ feelings: felt, tags, ownTags, text }: NoteWords): boolean {
  return felt.length + tags.length + ownTags.length === 0 && text === ''
}

/** Whether two say the same. */
export function sameWords(a: NoteWords, b: NoteWords): boolean {
  const plain = ({ feelings: felt, tags, ownTags, text }: NoteWords) =>
    JSON.stringify([felt.toSorted(), tags.toSorted(), ownTags.toSorted(), text])
  return plain(a) === plain(b)
}

/** What stands beside an answer when a write arrives. */
interface NoteBefore extends NoteWords {
  readonly rev: string
  readonly replaced: readonly ReplacedWords[]
}

/**
 * The versions that are to stay beside a write until its person has decided about them: those that were there, and what
 * stood, where its words would be gone unseen. What the write goes on from, and what it settles, is seen.
 */
export function replacedBy(
  write: NoteWords & Pick<TrackerNote, 'basedOn' | 'settles'>,
  before: NoteBefore | undefined,
): ReplacedWords[] {
  if (!before) return []
  const isUnseen = ({ rev }: { readonly rev: string }) =>
    rev !== write.basedOn && !write.settles.includes(rev)
  const left = before.replaced.filter(isUnseen)
  if (!isUnseen(before) || saysNothing(before) || sameWords(before, write)) return left
  const { feelings: felt, tags, ownTags, text, rev } = before
  return [...left, { feelings: felt, tags, ownTags, text, rev }]
}

import * as v from 'valibot'
import { storedText } from '#contract/free-text.ts'
import { ProblemError } from './problem.ts'

/**
 * The place after a row, for the `next` of a page: the values that the list is sorted by. Whoever asks for the next
 * page gets the rows behind it, whatever was added or deleted meanwhile.
 */
export function cursorAfter(...sortedBy: readonly string[]): string {
  return Buffer.from(JSON.stringify(sortedBy)).toString('base64url')
}

/** A list's rows, one more than fit on a page where there are more, as the page and the place after it. */
export function pageOf<T>(
  rows: readonly T[],
  limit: number,
  sortedBy: (row: T) => readonly string[],
): { readonly rows: readonly T[]; readonly next: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, next: last && rows.length > limit ? cursorAfter(...sortedBy(last)) : null }
}

const idSchema = v.pipe(v.string(), v.uuid())
/** Two names of 80 Korean syllables, each of three letters once it is taken apart, and the space between them. */
const keyCharsMax = 481
const byTextSchema = v.strictTuple([v.pipe(storedText(), v.maxLength(keyCharsMax)), idSchema])
const byTimeSchema = v.strictTuple([
  v.pipe(
    v.string(),
    v.isoTimestamp(),
    v.transform((text) => new Date(text)),
  ),
  idSchema,
])

/** The place in a list that is sorted by a text and then by id; throws `invalid_input` for what is no such place. */
export function cursorByText(after: string): readonly [string, string] {
  return read(byTextSchema, after)
}

/** The place in a list that is sorted by a moment and then by id; throws `invalid_input` for what is no such place. */
export function cursorByTime(after: string): readonly [Date, string] {
  return read(byTimeSchema, after)
}

function read<T>(schema: v.GenericSchema<unknown, T>, after: string): T {
  const parsed = v.safeParse(schema, decoded(after))
  if (parsed.success) return parsed.output
  throw new ProblemError('invalid_input', { fields: { after: 'This is no page of this list.' } })
}

function decoded(after: string): unknown {
  try {
    return JSON.parse(Buffer.from(after, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

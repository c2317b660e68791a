import * as v from 'valibot'

/** The most rows that one page of a list holds. */
export const pageRowsMax = 100

/**
 * A list that is sorted by names goes on behind one: up to 481 characters of three bytes once it is taken apart, with an
 * id, as base64.
 */
const afterCharsMax = 2_000

/** How a list is asked for page by page; `after` is the `next` of the page before, and means nothing else. */
export const pageQuery = {
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/),
      v.transform(Number),
      v.minValue(1),
      v.maxValue(pageRowsMax),
    ),
    '50',
  ),
  after: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(afterCharsMax),
      v.regex(/^[ -~]*$/, 'This is no page of this list.'),
    ),
  ),
} as const

/** Handed back as `after` for the next page; null on the last one. */
export const nextPageSchema = v.nullable(v.string())

import * as v from 'valibot'

/** The most rows that one page of a list holds. */
export const pageRowsMax = 100

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
    v.pipe(v.string(), v.maxLength(600), v.regex(/^[ -~]*$/, 'This is no page of this list.')),
  ),
} as const

/** Handed back as `after` for the next page; null on the last one. */
export const nextPageSchema = v.nullable(v.string())

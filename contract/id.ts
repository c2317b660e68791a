import * as v from 'valibot'

/** A UUID in lower case, as the database gives ids back: two that name the same are the same text. */
export const idSchema = v.pipe(v.string(), v.uuid(), v.toLowerCase())

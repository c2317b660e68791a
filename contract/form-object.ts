import * as v from 'valibot'

/**
 * An object of fields that people fill in: a field that is missing altogether says what an empty one says. valibot
 * reports a missing field on its object, past the texts of the field's own schema.
 */
export function formObject<const E extends v.ObjectEntries>(entries: E) {
  return v.object(entries, (issue) => {
    const field = entries[String(issue.path?.[0].key)]
    return (field && v.safeParse(field, '').issues?.[0].message) ?? 'This is not valid.'
  })
}

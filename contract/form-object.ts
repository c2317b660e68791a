import * as v from 'valibot'

/**
 * An object of fields that people fill in: a field that is missing altogether says what an empty one says. valibot
 * reports a missing field on its object, past the texts of the field's own schema.
 */
export function formObject<const E extends v.ObjectEntries>(entries: E) {
  return v.object(entries, (issue) => {
    const name = String(issue.path?.[0].key)
    const field = entries[name]
    if (!field) return 'This is not valid.'
    const required = `${name} is required`
    return v.safeParse(field, '', { message: required }).issues?.[0].message ?? required
  })
}

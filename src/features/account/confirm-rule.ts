import * as v from 'valibot'

/** A rule for a form: what is typed a second time is the same; reported beside the other problems and not after them. */
export function confirms<Fields extends { confirmPassword: string }>(
  name: keyof Fields,
  text: () => string,
) {
  return v.rawCheck<Fields>(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value[name] === dataset.value.confirmPassword) return
    const input = { ...dataset.value }
    const value = input.confirmPassword
    addIssue({
      message: text(),
      path: [{ type: 'object', origin: 'value', input, key: 'confirmPassword', value }],
    })
  })
}

import * as v from 'valibot'

/** More would help nobody: a form has fewer fields, and a broken client breaks alike in all of them. */
const fieldProblemsMax = 50
/** A path holds names that the caller chose. */
const pathCharsMax = 100

const required = 'is required'
const invalid = 'is not valid'

/**
 * One text for each field path (`ops.0.payload`), the first that its schema raised, with `plainMessage` for rules that
 * have none. Nothing of the input is repeated.
 */
export function fieldProblems(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const found = new Map<string, string>()
  for (const issue of issues) {
    const path = (v.getDotPath(issue) ?? '').slice(0, pathCharsMax)
    if (!found.has(path) && found.size < fieldProblemsMax) found.set(path, textOf(issue, path))
  }
  return Object.fromEntries(found)
}

/**
 * For rules without a text of their own: valibot's default is for developers, and would repeat what was received,
 * passwords too. A schema inside another does not know its field yet, so the text is whole once `fieldProblems` made it.
 */
export function plainMessage(issue: v.BaseIssue<unknown>): string {
  if (issue.expected === 'never') return 'This field is not known.'
  return issue.input === undefined ? required : invalid
}

/** Spec 5 writes `{field} is required`; an item is named after its list. */
function textOf({ message }: v.BaseIssue<unknown>, path: string): string {
  if (message !== required && message !== invalid) return message
  const names = path.split('.').filter((name) => !/^\d*$/.test(name))
  return `${names.at(-1) ?? 'This'} ${message}`
}

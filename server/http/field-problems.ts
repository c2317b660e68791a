import * as v from 'valibot'

/** More would help nobody: a form has fewer fields, and a broken client breaks alike in all of them. */
const fieldProblemsMax = 50
/** A path holds names that the caller chose. */
const pathCharsMax = 100

/** One text for each field path (`ops.0.payload`), the first that its schema raised. Nothing of the input is repeated. */
export function fieldProblems(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const found = new Map<string, string>()
  for (const issue of issues) {
    const path = (v.getDotPath(issue) ?? '').slice(0, pathCharsMax)
    if (!found.has(path) && found.size < fieldProblemsMax) found.set(path, issue.message)
  }
  return Object.fromEntries(found)
}

/** For rules without a text of their own: valibot's default would repeat what was received, passwords too. */
export function plainMessage(issue: v.BaseIssue<unknown>): string {
  if (issue.expected === 'never') return 'This field is not known.'
  if (issue.input === undefined) return 'This field is required.'
  return issue.expected ? `Expected ${issue.expected}.` : 'This is not valid.'
}

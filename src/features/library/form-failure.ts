import { isApiProblem } from '#src/offline/api/api-error.ts'

/** What went wrong with a form: a text for all of it, and texts by field. Spec 8: the server's words are preferred. */
export function failureOf(
  error: unknown,
  fallback: string,
): { text: string; fields: Readonly<Record<string, string>> } {
  if (!isApiProblem(error)) return { text: fallback, fields: {} }
  const { message, fields = {} } = error.problem
  return { text: message, fields }
}

import { isApiProblem } from '#src/offline/api/api-error.ts'

/** Spec 8: why something did not work: the server's words for a field, its message, or else the fallback. */
export function refusalWords(error: unknown, fallback: string): string {
  if (!isApiProblem(error)) return fallback
  const [field] = Object.values(error.problem.fields ?? {})
  return field ?? error.problem.message
}

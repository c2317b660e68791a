import { isApiProblem } from '#src/offline/api/api-error.ts'

/** Spec 8: the server's message is preferred; otherwise the fallback text applies. */
export function failureWords(error: unknown, fallback: string, field?: string): string {
  if (!isApiProblem(error)) return fallback
  const { fields, message } = error.problem
  return (field && fields?.[field]) || message
}

import { problem } from '#contract/problem.ts'
import { ApiProblemError, isApiProblem } from '#src/offline/api/api-error.ts'

/** Whether a refresh failed because the server has no such thing, or none that the person may see. */
export function isNotFound(error: unknown): boolean {
  return isApiProblem(error) && error.problem.code === 'not_found'
}

/** The same error, for what is known to be missing without a call. */
export function notFound(): ApiProblemError {
  return new ApiProblemError(problem('not_found'), 404, undefined)
}

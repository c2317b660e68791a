/** Remembers under which id something was tried to be done. */
export interface Attempt {
  readonly payload: string
  readonly opId: string
}

/**
 * The id of an attempt: the same thing tried again has the same one, so that a lost reply doubles nothing; anything
 * else is new.
 */
export function attemptOf(
  last: Attempt | undefined,
  payload: string,
  newId: () => string,
): Attempt {
  return last?.payload === payload ? last : { payload, opId: newId() }
}

/** The person logged out, perhaps in another tab: nothing more may be written as them. */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError'
}

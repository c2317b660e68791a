/** What the database layer says: the shape of pino's methods, so that a logger fits as it is. */
export interface DatabaseLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

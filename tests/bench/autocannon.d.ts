/** The part of autocannon 9 that the bench uses; the package brings no types. */
declare module 'autocannon' {
  export interface Request {
    method?: string
    path?: string
    headers?: Record<string, string>
    body?: string
    setupRequest?: (request: Request) => Request
  }
  export interface Options {
    url: string
    connections: number
    /** Seconds; the end comes with the next sample. */
    duration: number
    /** Milliseconds between samples. */
    sampleInt: number
    /** Requests per second of all connections together. */
    overallRate?: number
    requests: Request[]
  }
  export interface Result {
    /** Seconds. */
    duration: number
    '2xx': number
    non2xx: number
    errors: number
    requests: { total: number }
  }
  /** A run under way, which says how long each answer took. */
  export interface Run extends Promise<Result> {
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, ms: number) => void,
    ): void
  }
  export default function autocannon(options: Options): Run
}

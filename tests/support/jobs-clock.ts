import { TestClock } from 'pg-boss'

/** The clock of the jobs of a test, moved by whichever of several processes looks first; one after another. */
export class JobsClock extends TestClock {
  #last: Promise<void> = Promise.resolve()
  readonly #databaseNow: (() => number) | undefined

  /** `databaseNow`: where the database has another time than the process that looks. */
  constructor(fromMs: number, databaseNow?: () => number) {
    super(databaseNow?.() ?? fromMs)
    this.#databaseNow = databaseNow
  }

  override setTime(given: Date | number | string): Promise<void> {
    const to = this.#databaseNow?.() ?? given
    const move = () => (new Date(to).getTime() === this.now() ? undefined : super.setTime(to))
    this.#last = this.#last.then(move)
    return this.#last
  }
}

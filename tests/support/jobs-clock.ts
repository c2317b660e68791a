import { TestClock } from 'pg-boss'

/** The clock of the jobs of a test, moved by whichever of several processes looks first; one after another. */
export class JobsClock extends TestClock {
  #last: Promise<void> = Promise.resolve()

  override setTime(to: Date | number | string): Promise<void> {
    const move = () => (new Date(to).getTime() === this.now() ? undefined : super.setTime(to))
    this.#last = this.#last.then(move)
    return this.#last
  }
}

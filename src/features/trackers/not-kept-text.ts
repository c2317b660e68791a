import * as m from '#src/i18n/paraglide/messages.js'
import type { Recorded } from './record-answer.ts'

/** What to tell somebody whose answer could not be kept on the device. */
export function notKeptText(why: Extract<Recorded, { status: 'not_kept' }>['why']): string {
  switch (why) {
    case 'storage_full':
      return `${m.trackers_failed()}. ${m.trackers_failed_full()}`
    case 'logged_out':
      return m.trackers_not_logged_in()
    case 'failed':
      return m.trackers_failed()
  }
}

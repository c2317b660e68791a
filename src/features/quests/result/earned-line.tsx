import * as m from '#src/i18n/paraglide/messages.js'
import type { Played } from '../played.ts'
import styles from './quest-result.module.css'

/** What the quest brings to the profile, once the server has said it. */
export function EarnedLine({ played }: { played: Played }) {
  if (played.state === 'refused') return null
  return <p className={styles.quiet}>{words(played.points)}</p>
}

function words(points: number | undefined): string {
  if (points === undefined) return m.quests_earned_later()
  return points > 0 ? m.quests_earned({ points }) : m.quests_earned_none()
}

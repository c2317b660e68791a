import { Link } from '@tanstack/react-router'
import type { QuestLink } from '#src/features/trackers/suggestion-dialog.tsx'

/** The link to a quest's player. */
export const questLink: QuestLink = ({ questId, ...props }) => (
  <Link to="/surveys/$questId" params={{ questId: String(questId) }} {...props} />
)

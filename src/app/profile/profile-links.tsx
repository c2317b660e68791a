import { Link } from '@tanstack/react-router'
import type { LinkSlot } from '#src/ui/link-slot.ts'

/** Where a care provider says how they work. */
export const practiceLink: LinkSlot = (props) => (
  <Link to="/edit-profile" search={{ tab: 'practice' }} {...props} />
)

/** Where a care provider sets their introduction video. */
export const addIntroLink: LinkSlot = (props) => <Link to="/add-intro-video" {...props} />

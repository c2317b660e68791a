import { Link } from '@tanstack/react-router'
import type { LinkSlot } from '#src/ui/link-slot.ts'

/** The way back from a form to one's profile. */
export const profileLink: LinkSlot = (props) => <Link to="/profile" {...props} />

/** Where a care provider sets their introduction video. */
export const addIntroLink: LinkSlot = (props) => <Link to="/add-intro-video" {...props} />

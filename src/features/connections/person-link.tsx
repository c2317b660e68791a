import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Friend } from '#contract/connections/api.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Photo } from '#src/lib/private-image.tsx'
import { buttonClass } from '#src/ui/button/button.tsx'
import styles from './connections.module.css'

export interface PersonLinkProps {
  friend: Pick<Friend, 'id' | 'userType'>
  className?: string | undefined
  children: ReactNode
}

/** Decisions: a provider's page, a young person's page, or for a parent, who has no page, the chat. */
export function PersonLink({ friend, ...props }: PersonLinkProps) {
  const { id } = friend
  const state = useCameFrom()
  switch (friend.userType) {
    case 'ServiceProvider':
      return <Link to="/service-providers/$id" params={{ id }} state={state} {...props} />
    case 'Adolescent':
      return <Link to="/gen-z/$id" params={{ id }} {...props} />
    case 'Parent':
      return <Link to="/chats" search={{ with: id }} {...props} />
  }
}

export interface PersonHeadProps {
  person: { id: string; name: string; profileImg: string | null }
  /** The name: text, or a link. */
  title: ReactNode
  /** The lines under the name. */
  children: ReactNode
  /** A menu of what can be done. */
  end?: ReactNode
}

/** Who a card is about. */
export function PersonHead({ person, title, children, end }: PersonHeadProps) {
  return (
    <header className={styles.head}>
      <Photo id={person.id} name={person.name} file={person.profileImg} size={56} decorative />
      <div className={styles.facts}>
        <h2 className={styles.name}>{title}</h2>
        {children}
      </div>
      {end}
    </header>
  )
}

export interface SeesMinorsLinkProps {
  /** That of the provider who is not free; null where this device does not know it. */
  specialty: string | null | undefined
}

/** The way on for somebody under 18: to those of the same specialty who see people of their age. */
export function SeesMinorsLink({ specialty }: SeesMinorsLinkProps) {
  const className = buttonClass({ look: 'secondary', size: 'small' })
  if (!specialty) {
    return (
      <Link className={className} to="/service-providers" search={{ minors: true }}>
        {m.connections_find_open()}
      </Link>
    )
  }
  return (
    <Link
      className={className}
      to="/service-providers/specialty/$specialty"
      params={{ specialty }}
      search={{ minors: true }}
    >
      {m.connections_find_open()}
    </Link>
  )
}

declare module '@tanstack/react-router' {
  interface HistoryStateWithList {
    /** The address of the page with the list that a provider was opened from. */
    cameFrom?: string
  }
  interface HistoryState extends HistoryStateWithList {}
}

/** What a link to a provider's page hands over, so that Back leads to where the person was. */
export function useCameFrom(): { cameFrom: string } {
  return { cameFrom: useLocation({ select: ({ pathname }) => pathname }) }
}

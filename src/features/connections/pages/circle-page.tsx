import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { isSuperAdmin } from '#contract/account/model.ts'
import type { Friend } from '#contract/connections/model.ts'
import { endConnection } from '../change-connections.ts'
import { EndDialog } from '../end-dialog.tsx'
import { ListNotYet, StaleList } from '../list-states.tsx'
import { friendName } from '../own-connections.ts'
import styles from '../connections.module.css'
import * as m from '#src/i18n/paraglide/messages.js'
import { knownRows } from '#src/data/use-refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { BackToDashboard } from '#src/ui/nav/back-to-dashboard.tsx'
import { SeesMinorsLink } from '../sees-minors-link.tsx'
import { asMember } from '#src/session/as-member.ts'
import { SafetyMenu } from '#src/features/safety/safety-menu.tsx'
import type { Session } from '#src/session/session.ts'
import { PersonLink } from '../person-link.tsx'
import { useFriends } from '../use-friends.ts'
import { formatDate } from '#src/lib/dates.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { kindWords } from '../kind-words.ts'
import { PersonHead } from '../person-head.tsx'

export interface CirclePageProps {
  db: UserDatabase
  session: Session
  /** What this device knew when the page was opened, so that the first paint is whole. */
  known: Friend[] | undefined
}

/** Decisions: everybody the person is connected with, and what can be done with each connection. */
export function CirclePage({ db, session, known }: CirclePageProps) {
  const { friends: kept, refresh, again } = useFriends(db, known)
  const friends = knownRows(kept, refresh)
  const [ending, setEnding] = useState<Friend>()
  const provider = session.user.userT === 'ServiceProvider'
  return (
    <div className={styles.screen}>
      <PageHeader
        title={m.shell_circle_title()}
        text={provider ? m.connections_clients_text() : m.connections_circle_text()}
        back={<BackToDashboard />}
        actions={
          <Link className={buttonClass({ look: 'secondary' })} to="/conn-dash">
            {m.connections_dash_title()}
          </Link>
        }
      />
      {!friends && (
        <ListNotYet refresh={refresh} failed={m.connections_friends_failed()} onRetry={again} />
      )}
      {friends && refresh.status === 'failed' && (
        <StaleList refresh={refresh} failed={m.connections_friends_failed()} onRetry={again} />
      )}
      {friends?.length === 0 && <Nobody provider={provider} />}
      {friends && friends.length > 0 && (
        <ul className={styles.list}>
          {friends.map((friend) => (
            <li key={friend.id}>
              <FriendPart
                db={db}
                session={session}
                friend={friend}
                onEnd={() => setEnding(friend)}
              />
            </li>
          ))}
        </ul>
      )}
      {ending && (
        <EndDialog
          friend={ending}
          onEnd={() => asMember(db, (token) => endConnection(db, token, ending))}
          onClose={() => setEnding(undefined)}
        />
      )}
    </div>
  )
}

interface FriendPartProps {
  db: UserDatabase
  session: Session
  friend: Friend
  onEnd: () => void
}

function FriendPart({ db, session, friend, onEnd }: FriendPartProps) {
  const name = friendName(friend)
  return (
    <FriendCard
      friend={friend}
      title={name}
      menu={
        isSuperAdmin(session.user) ? null : (
          <SafetyMenu
            db={db}
            person={{ id: friend.id, name }}
            items={[{ id: 'end', label: m.connections_end(), icon: 'logout', onSelect: onEnd }]}
          />
        )
      }
      instead={<SeesMinorsLink specialty={friend.specialization} />}
      actions={
        <>
          {friend.userType !== 'Parent' && (
            <PersonLink friend={friend} className={buttonClass({ look: 'secondary' })}>
              {m.providers_view()}
              <VisuallyHidden> {name}</VisuallyHidden>
            </PersonLink>
          )}
          <Link
            className={buttonClass({ look: 'secondary' })}
            to="/chats"
            search={{ with: friend.id }}
          >
            {m.connections_message()}
            <VisuallyHidden> {name}</VisuallyHidden>
          </Link>
        </>
      }
    />
  )
}

function Nobody({ provider }: { provider: boolean }) {
  return (
    <EmptyState
      emoji="🤝"
      title={m.shell_circle_empty()}
      text={provider ? m.connections_clients_none_text() : m.connections_circle_none_text()}
      action={
        !provider && (
          <Link className={buttonClass()} to="/service-providers">
            {m.connections_find()}
          </Link>
        )
      }
    />
  )
}

interface FriendCardProps {
  friend: Friend
  /** The name as a link to where this person is found. */
  title: ReactNode
  /** What can be done with the connection. */
  menu: ReactNode
  /** The ways on: their page, the chat. */
  actions: ReactNode
  /** The way to others, while this provider does not see people of the person's age. */
  instead: ReactNode
}

/** Somebody one is connected with. */
function FriendCard({ friend, title, menu, actions, instead }: FriendCardProps) {
  return (
    <Card className={styles.card}>
      <PersonHead person={{ ...friend, name: friendName(friend) }} title={title} end={menu}>
        <p>{kindWords(friend)}</p>
        <p className={styles.muted}>{m.connections_since({ date: formatDate(friend.since) })}</p>
      </PersonHead>
      {friend.unavailable && (
        <Banner tone="info">
          <p>{m.connections_unavailable({ name: friend.firstname })}</p>
          <p className={styles.instead}>{instead}</p>
        </Banner>
      )}
      <div className={styles.actions}>{actions}</div>
    </Card>
  )
}

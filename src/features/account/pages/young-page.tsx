import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { fetchScore, findYoungPerson, type YoungPerson } from '../profile/find-young-person.ts'
import { SharedResults } from '#src/features/quests/share/shared-results.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { useRefresh, type Refresh } from '#src/data/use-refresh.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { OfflineState } from '#src/ui/state/offline-state.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { PartBoundary } from '#src/ui/state/part-boundary.tsx'
import { asMember } from '#src/session/as-member.ts'
import type { Session } from '#src/session/session.ts'
import { Photo } from '#src/lib/photo.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { BioCard } from '../profile/bio-card.tsx'
import { locationWords } from '../profile/location-words.ts'
import styles from '../profile/profile.module.css'
import young from '../profile/young-screen.module.css'

export interface YoungPageProps {
  db: UserDatabase
  session: Session
  id: string
  /** The viewer themself, as this device knows them; others are not kept on it. */
  known: YoungPerson | undefined
}

/** A young person's page, for themself and a provider who accepted them; for others nobody is here. */
export function YoungPage({ db, session, id, known }: YoungPageProps) {
  const { token } = session
  const [found, setFound] = useState<YoungPerson | 'missing' | undefined>(known)
  const { refresh, again } = useRefresh(async () =>
    setFound(await asMember(db, () => findYoungPerson(id, token))),
  )
  return (
    <>
      <PageHeader
        title={m.profile_young_page()}
        back={
          <Link to="/dashboard" className={backLinkClass}>
            {m.profile_back()}
          </Link>
        }
      />
      {found === undefined && <NotYet refresh={refresh} onRetry={again} />}
      {found === 'missing' && (
        <EmptyState
          emoji="🔎"
          title={m.profile_young_missing()}
          text={m.profile_young_missing_text()}
        />
      )}
      {typeof found === 'object' && (
        <YoungScreen
          person={found}
          score={
            found.score === null ? (
              m.profile_young_score_hidden()
            ) : (
              <Score
                initial={found.score}
                fetch={() => asMember(db, () => fetchScore(found._id, token))}
              />
            )
          }
        />
      )}
      {typeof found === 'object' && session.user.userT === 'ServiceProvider' && (
        <PartBoundary>
          <SharedResults db={db} userId={found._id} />
        </PartBoundary>
      )}
    </>
  )
}

function NotYet({ refresh, onRetry }: { refresh: Refresh; onRetry: () => void }) {
  const online = useOnline()
  if (refresh.status !== 'failed') return <Skeleton shape="card" count={2} />
  if (!online) return <OfflineState text={m.profile_young_offline()} />
  return (
    <ErrorState title={failureText(refresh.error, m.profile_young_failed())} onRetry={onRetry} />
  )
}

/** Spec 8: on this page the error replaces the score. */
function Score({ initial, fetch }: { initial: number; fetch: () => Promise<number> }) {
  const [score, setScore] = useState(initial)
  const { refresh } = useRefresh(async () => setScore(await fetch()))
  return refresh.status === 'failed'
    ? failureText(refresh.error, m.profile_young_score_failed())
    : m.profile_points({ score })
}

/** Spec 2: photo, name, state and country, age, bio and score of a young person. */
function YoungScreen({ person, score }: { person: YoungPerson; score: ReactNode }) {
  return (
    <div className={styles.screen}>
      <Card className={styles.head}>
        <Photo id={person._id} name={person.name} file={person.profileImg} size={112} decorative />
        <div className={styles.facts}>
          <h2>{person.name}</h2>
          <dl className={young.facts}>
            <Fact term={m.profile_young_place()}>
              {locationWords(person) ?? m.account_profile_no_location()}
            </Fact>
            <Fact term={m.profile_young_age()}>
              {m.profile_young_age_years({ count: person.age })}
            </Fact>
            {person.userT === 'Adolescent' && <Fact term={m.profile_young_score()}>{score}</Fact>}
          </dl>
        </div>
      </Card>
      <BioCard bio={person.bio} />
    </div>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={young.fact}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

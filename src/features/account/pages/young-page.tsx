import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { youngPersonRemote, youngScoreRemote, type YoungPerson } from '../profile/young-person.ts'
import { SharedResults } from '#src/features/quests/share/shared-results.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { profileResource } from '#src/data/profile-resource.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useRemote, useStored } from '#src/data/resource.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { PartBoundary } from '#src/ui/state/part-boundary.tsx'
import { asMember } from '#src/session/as-member.ts'
import type { Session } from '#src/session/session.ts'
import { Photo } from '#src/lib/photo.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { BioCard } from '../profile/bio-card.tsx'
import { locationLabel } from '../profile/profile-labels.ts'
import styles from '../profile/profile.module.css'

export interface YoungPageProps {
  db: UserDatabase
  session: Session
  id: string
}

/** A young person's page, for themself and a provider who accepted them; for others it does not exist. */
export function YoungPage({ db, session, id }: YoungPageProps) {
  const of = useRemote(db, youngPersonRemote, id)
  const own = useStored(db, profileResource)
  const found = of.data ?? (id === db.userId ? own : undefined)
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
      {found === undefined && (
        <ResourceMissing
          of={of}
          skeleton={{ shape: 'card', count: 2 }}
          failed={m.profile_young_failed()}
          offline={m.profile_young_offline()}
        />
      )}
      {found === 'missing' && (
        <EmptyState
          emoji="🔎"
          title={m.profile_young_missing()}
          text={m.profile_young_missing_text()}
        />
      )}
      {typeof found === 'object' && <YoungScreen db={db} person={found} />}
      {typeof found === 'object' && session.user.userT === 'ServiceProvider' && (
        <PartBoundary>
          <SharedResults db={db} userId={found._id} />
        </PartBoundary>
      )}
    </>
  )
}

interface PersonProps {
  db: UserDatabase
  person: YoungPerson
}

/** Spec 8: on this page the error replaces the score. */
function Score({ db, id, known }: { db: UserDatabase; id: string; known: number }) {
  const { data: score = known, refresh } = useRemote(db, youngScoreRemote, id)
  return refresh.status === 'failed'
    ? failureText(refresh.error, m.profile_young_score_failed())
    : m.profile_points({ score })
}

/** Spec 2: photo, name, state and country, age, bio and score of a young person. */
function YoungScreen({ db, person }: PersonProps) {
  return (
    <div className={styles.screen}>
      <Card className={styles.head}>
        <Photo id={person._id} name={person.name} file={person.profileImg} size={112} decorative />
        <div className={styles.facts}>
          <h2>{person.name}</h2>
          <dl className={styles.details}>
            <Fact term={m.profile_young_place()}>
              {locationLabel(person) ?? m.account_profile_no_location()}
            </Fact>
            <Fact term={m.profile_young_age()}>
              {m.profile_young_age_years({ count: person.age })}
            </Fact>
            {person.userT === 'Adolescent' && (
              <Fact term={m.profile_young_score()}>
                {person.score === null ? (
                  m.profile_young_score_hidden()
                ) : (
                  <Score db={db} id={person._id} known={person.score} />
                )}
              </Fact>
            )}
          </dl>
        </div>
      </Card>
      <BioCard bio={person.bio} />
    </div>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={styles.detail}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

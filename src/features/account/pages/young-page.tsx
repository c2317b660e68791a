import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { accountApi } from '#contract/account/api.ts'
import { userIdSchema } from '#contract/account/model.ts'
import type { User } from '#contract/account/profile.ts'
import { profileApi } from '#contract/account/settings.ts'
import { profileResource } from '#src/data/profile-resource.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useRemote, useStored, defineRemote } from '#src/data/resource.ts'
import { sharingNews } from '#src/data/share-switch.ts'
import { SharedResults } from '#src/features/quests/share/shared-results.tsx'
import { ClientPlanLink } from '#src/features/safety/plan/shared-plan.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { Photo } from '#src/lib/private-image.tsx'
import { useStore } from '#src/lib/store.ts'
import { failureText, isApiProblem } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { Session } from '#src/session/session.ts'
import { buttonClass } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { EmptyState, PartBoundary } from '#src/ui/state/state-message.tsx'
import { BioCard, locationLabel } from '../profile/profile-card.tsx'
import styles from '../profile/profile.module.css'

export interface YoungPageProps {
  db: UserDatabase
  session: Session
  id: string
}

/** A young person's page, for themself and a provider who accepted them; for others it does not exist. */
export function YoungPage({ db, session, id }: YoungPageProps) {
  const of = useRemote(db, youngPersonRemote, id, useStore(sharingNews))
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
      {typeof found === 'object' && (
        <YoungScreen
          person={found}
          score={<Score db={db} id={found._id} known={found.score ?? 0} />}
        />
      )}
      {typeof found === 'object' && session.user.userT === 'ServiceProvider' && (
        <PartBoundary>
          <SharedResults db={db} of={found} />
          <ClientPlanLink db={db} userId={found._id} />
          <div>
            <Link
              to="/library/packs"
              search={{ send: true, to: found._id }}
              className={buttonClass({ look: 'secondary' })}
            >
              {m.library_packs_new()}
            </Link>
          </div>
        </PartBoundary>
      )}
    </>
  )
}

export interface YoungScreenProps {
  person: YoungPerson
  /** The points, where they are shared. */
  score: ReactNode
}

/** Spec 8: on this page the error replaces the score. */
function Score({ db, id, known }: { db: UserDatabase; id: string; known: number }) {
  const { data: score = known, refresh } = useRemote(db, youngScoreRemote, id)
  return refresh.status === 'failed'
    ? failureText(refresh.error, m.profile_young_score_failed())
    : m.profile_points({ score })
}

/** Spec 2: photo, name, state and country, age, bio and score of a young person. */
export function YoungScreen({ person, score }: YoungScreenProps) {
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
                {person.score === null ? m.profile_young_score_hidden() : score}
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

/** A person as themself or a provider who accepted them sees them. */
export type YoungPerson = Extract<User, { view: 'client' | 'full' }>

/** A person by their id, who is not stored on the device of a viewer; 'missing' for whoever may not see them. */
const youngPersonRemote = defineRemote<YoungPerson | 'missing', [id: string, news: number]>({
  isLook: true,
  fetch: (token, id) => findYoungPerson(id, token),
})

/** The points of a young person. */
const youngScoreRemote = defineRemote<number, [id: string]>({
  isLook: true,
  fetch: async (token, userId) => {
    const { score } = await callApi(profileApi.getScore, { params: { userId } }, { token })
    return score
  },
})

/** Reads a person with the session of a viewer; 'missing' for whoever may not see them. Rejects as the call does. */
export async function findYoungPerson(id: string, token: string): Promise<YoungPerson | 'missing'> {
  if (!v.is(userIdSchema, id)) return 'missing'
  try {
    const user = await callApi(accountApi.getUser, { params: { id } }, { token })
    return user.view === 'client' || user.view === 'full' ? user : 'missing'
  } catch (error) {
    if (isApiProblem(error) && error.problem.code === 'not_found') return 'missing'
    throw error
  }
}

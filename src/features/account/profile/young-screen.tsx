import type { ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Photo } from '#src/lib/photo.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { BioCard } from './bio-card.tsx'
import type { YoungPerson } from './find-young-person.ts'
import { locationWords } from './location-words.ts'
import styles from './profile.module.css'
import young from './young-screen.module.css'

/** Spec 2: photo, name, state and country, age, bio and score of a young person. */
export function YoungScreen({ person, score }: { person: YoungPerson; score: ReactNode }) {
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

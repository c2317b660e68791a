import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import type { Specialty } from '#contract/reference/specialties.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Card, cardLinkClass } from '#src/ui/card/card.tsx'
import styles from './specialty-grid.module.css'
import { shownSpecialties, specialtyLooks } from './specialty-look.ts'

export interface SpecialtyGridProps {
  /** By specialty; one that is absent has none. */
  counts: Readonly<Record<string, number>>
  /** Whoever came to find a provider who sees people under 18 finds those in each list. */
  minors: true | undefined
  /** A link is pressed, before the press is a tap. */
  onPress: (specialty: Specialty) => void
  /** The list, its items in the order of `shownSpecialties`. */
  ref?: Ref<HTMLUListElement>
}

/** Spec 2: the 16 specialties with how many providers each has. */
export function SpecialtyGrid({ counts, minors, onPress, ref }: SpecialtyGridProps) {
  return (
    <ul ref={ref} className={styles.grid}>
      {shownSpecialties.map((specialty) => (
        <li key={specialty}>
          <Card className={styles.card} tint={specialtyLooks[specialty].tint} interactive>
            <span className={styles.emoji} aria-hidden="true">
              {specialtyLooks[specialty].emoji}
            </span>
            <div className={styles.words}>
              <h2 className={styles.name}>
                <Link
                  className={cardLinkClass}
                  to="/service-providers/specialty/$specialty"
                  params={{ specialty }}
                  search={minors ? { minors } : {}}
                  onPointerDown={() => onPress(specialty)}
                >
                  {specialty}
                </Link>
              </h2>
              <p>{m.providers_count({ count: counts[specialty] ?? 0 })}</p>
            </div>
          </Card>
        </li>
      ))}
    </ul>
  )
}

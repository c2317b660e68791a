import { questCategories } from '#contract/quests/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Card, cardLinkClass } from '#src/ui/card/card.tsx'
import styles from './quest-list.module.css'
import { categoryFaces } from './quest-words.ts'
import { CategoryLink } from './quest-links.tsx'

/** Spec 2: the landing's card for each category. */
export function CategoryCards() {
  return (
    <section className={styles.section}>
      <h2>{m.quests_categories()}</h2>
      <ul className={styles.categories}>
        {questCategories.map((category) => {
          const { emoji, tint, name, text } = categoryFaces[category]
          return (
            <li key={category}>
              <Card className={styles.category} tint={tint} interactive>
                <span className={styles.categoryEmoji} aria-hidden="true">
                  {emoji}
                </span>
                <h3>
                  <CategoryLink category={category} className={cardLinkClass}>
                    {name()}
                  </CategoryLink>
                </h3>
                <p>{text()}</p>
              </Card>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

import * as m from '#src/i18n/paraglide/messages.js'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import styles from './profile.module.css'

/** A few words of a person about themself, with their own line breaks. */
export function BioCard({ bio }: { bio: string | null }) {
  const text = bio?.trim()
  return (
    <Card>
      <CardHeader title={m.profile_bio_title()} />
      <CardBody>
        <p className={text ? styles.bio : styles.muted} dir="auto">
          {text || m.profile_bio_empty()}
        </p>
      </CardBody>
    </Card>
  )
}

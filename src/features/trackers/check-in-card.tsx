import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import styles from './check-in-card.module.css'
import { CheckInRows } from './check-in-rows.tsx'

/** Today's check-in, answered where it stands. */
export function CheckInCard({ db }: { db: UserDatabase }) {
  return (
    <Card>
      <CardHeader title={m.trackers_check_in_title()} />
      <CardBody className={styles.body}>
        <CheckInRows db={db} />
      </CardBody>
    </Card>
  )
}

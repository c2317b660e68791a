import type { UserType } from '#contract/account/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Card, CardHeader } from '#src/ui/card/card.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { usePersonalForm } from './personal-form.ts'
import styles from './privacy.module.css'

/** Spec 2: the privacy text, and the agreement that Register waits for. */
export function Privacy({ type }: { type: UserType }) {
  const { values, change } = usePersonalForm()
  return (
    <>
      <Card tint="lilac">
        <CardHeader title={m.register_privacy_title()} level={3} />
        <ul className={styles.points}>
          <li>{m.register_privacy_store()}</li>
          {whoSees[type]().map((words) => (
            <li key={words}>{words}</li>
          ))}
          <li>{m.register_privacy_leave()}</li>
        </ul>
      </Card>
      <Checkbox
        label={m.register_privacy_agree()}
        checked={values.agreed}
        onChange={(event) => change({ agreed: event.target.checked })}
        required
      />
    </>
  )
}

/** Who sees what of each, as `server/features/account/profile/present.ts` and the lists of requests let it leave. */
const whoSees: Record<UserType, () => string[]> = {
  Adolescent: () => [...whoSees.Parent(), m.register_privacy_score()],
  Parent: () => [
    m.register_privacy_hidden(),
    m.register_privacy_asked(),
    m.register_privacy_connected(),
  ],
  ServiceProvider: () => [m.register_privacy_see_provider(), m.register_privacy_hidden_provider()],
}

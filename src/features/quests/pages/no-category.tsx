import * as m from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { BackToQuests, QuestsLink } from '../quest-links.tsx'

/** Spec 5: an address that names no category. */
export function NoCategory({ category }: { category: string }) {
  return (
    <>
      <PageHeader title={m.quests_title()} back={<BackToQuests />} />
      <ErrorState
        title={m.quests_category_invalid({ category })}
        action={<QuestsLink className={buttonClass()}>{m.quests_back()}</QuestsLink>}
      />
    </>
  )
}

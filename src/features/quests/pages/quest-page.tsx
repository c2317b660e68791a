import type { OpenedQuest } from '../open-quest.ts'
import { shelfResource } from '../shelf.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { refreshResource } from '#src/data/resource.ts'
import { useRefresh } from '#src/data/use-refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { BackToQuests, QuestsLink } from '../quest-links.tsx'
import { QuestRun } from '../quest-run.tsx'

export interface QuestPageProps {
  db: UserDatabase
  opened: OpenedQuest
  /** Opens it once more, where a part of it was missing. */
  onRetry: () => void
}

/** A quest, or why there is none to play here. */
export function QuestPage({ db, opened, onRetry }: QuestPageProps) {
  if (opened.status === 'ready') return <QuestRun db={db} {...opened} />
  return (
    <>
      <PageHeader
        title={'title' in opened ? opened.title : m.quests_page()}
        back={<BackToQuests />}
      />
      <WhyNot opened={opened} onRetry={onRetry} />
      <AskAgain db={db} onAsked={onRetry} />
    </>
  )
}

interface WhyNotProps {
  opened: Exclude<OpenedQuest, { status: 'ready' }>
  onRetry: () => void
}

function WhyNot({ opened, onRetry }: WhyNotProps) {
  const others = <QuestsLink className={buttonClass()}>{m.quests_back()}</QuestsLink>
  switch (opened.status) {
    case 'not_found':
      return (
        <EmptyState
          emoji="🔎"
          title={m.quests_not_found()}
          text={m.quests_not_found_text()}
          action={others}
        />
      )
    case 'under_construction':
      return <EmptyState emoji="🚧" title={m.quests_under_construction()} action={others} />
    case 'mismatch':
      return <ErrorState title={opened.text} action={others} />
    case 'failed':
      return (
        <ErrorState title={m.quests_failed()} text={m.quests_failed_text()} onRetry={onRetry} />
      )
  }
}

/** The server may have switched it on meanwhile, or this device may never have asked: then it is opened once more. */
function AskAgain({ db, onAsked }: { db: UserDatabase; onAsked: () => void }) {
  useRefresh(async () => {
    await refreshResource(db, shelfResource)
    onAsked()
  })
  return null
}

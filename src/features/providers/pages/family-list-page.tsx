import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { familyTherapist, parentingCoach } from '#contract/providers/model.ts'
import type { DirectorySearch } from '../directory-filter.ts'
import { readDirectory, type KeptDirectory } from '../kept-directory.ts'
import type { ListWish } from '../refresh-directory.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import type { Session } from '#src/session/session.ts'
import { DirectoryPart, type DirectoryWords } from '../directory-part.tsx'
import type { FamilyPageId } from './family-page-id.ts'
import type { ViewerFacts } from '../viewer/read-viewer.ts'

export interface FamilyListPageProps {
  page: FamilyPageId
  db: UserDatabase
  session: Session
  search: DirectorySearch
  onSearch: (search: DirectorySearch) => void
  known: { directory: KeptDirectory | undefined; viewer: ViewerFacts }
}

interface FamilyPage {
  readonly title: () => string
  readonly text: () => string
  readonly wish: Omit<ListWish, 'always'>
  readonly words: () => DirectoryWords
}

const pages: Record<FamilyPageId, FamilyPage> = {
  therapists: {
    title: m.providers_therapists_title,
    text: m.providers_therapists_text,
    wish: { specialty: familyTherapist, list: 'listFamilyTherapists' },
    words: () => ({
      none: m.providers_therapists_none(),
      noneText: m.providers_none_soon(),
      failed: m.providers_therapists_failed(),
      failedWhole: (message) => message,
      connected: m.connections_already(),
    }),
  },
  coaches: {
    title: m.providers_coaches_title,
    text: m.providers_coaches_text,
    wish: { specialty: parentingCoach, list: 'listParentingCoaches' },
    words: () => ({
      none: m.providers_coaches_none(),
      noneText: m.providers_none_soon(),
      failed: m.providers_coaches_failed(),
      failedWhole: (message) => message,
      connected: m.connections_already(),
    }),
  },
}

/** Spec 2: the family constellation therapists, or the parenting coaches, for parents. */
export function FamilyListPage(props: FamilyListPageProps) {
  const { db, known } = props
  const { title, text, wish, words } = pages[props.page]
  const kept = useLiveQuery(
    () => readDirectory(db.viewerId, wish.specialty),
    [db, wish.specialty],
    known.directory,
  )
  return (
    <>
      <PageHeader
        title={title()}
        text={text()}
        back={
          <Link className={backLinkClass} to="/family-dynamics">
            {m.providers_back_family()}
          </Link>
        }
      />
      <DirectoryPart
        {...props}
        kept={kept}
        wish={wish}
        words={words()}
        searchFrom={7}
        wayOut={null}
      />
    </>
  )
}

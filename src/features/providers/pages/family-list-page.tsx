import { Link } from '@tanstack/react-router'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { Session } from '#src/session/session.ts'
import { BackHome } from '#src/ui/nav/back-links.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { DirectoryView, type DirectoryTexts } from '../directory/directory-view.tsx'
import { familyLists } from '../preload-pages.ts'
import { FamilyCards } from '../provider-tags.tsx'

export interface FamilyListPageProps {
  page: keyof typeof familyLists
  db: UserDatabase
  session: Session
}

interface FamilyPage {
  readonly title: () => string
  readonly text: () => string
  readonly texts: () => DirectoryTexts
}

const pages: Record<keyof typeof familyLists, FamilyPage> = {
  therapists: {
    title: m.providers_therapists_title,
    text: m.providers_therapists_text,
    texts: () => ({
      none: m.providers_therapists_none(),
      noneText: m.providers_none_soon(),
      failed: m.providers_therapists_failed(),
      connected: m.connections_already(),
    }),
  },
  coaches: {
    title: m.providers_coaches_title,
    text: m.providers_coaches_text,
    texts: () => ({
      none: m.providers_coaches_none(),
      noneText: m.providers_none_soon(),
      failed: m.providers_coaches_failed(),
      connected: m.connections_already(),
    }),
  },
}

/** Spec 2: the family constellation therapists, or the parenting coaches, for parents. */
export function FamilyListPage({ page, db, session }: FamilyListPageProps) {
  const { title, text, texts } = pages[page]
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
      <DirectoryView
        db={db}
        session={session}
        name={familyLists[page]}
        texts={texts()}
        searchFrom={7}
      />
    </>
  )
}

/** Spec 2: the ways to help for the whole family. */
export function FamilyDynamicsPage() {
  return (
    <>
      <PageHeader
        title={m.providers_family_title()}
        text={m.providers_family_text()}
        back={<BackHome />}
      />
      <FamilyCards />
    </>
  )
}

import type { ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Card } from '#src/ui/card/card.tsx'
import { Face } from '#src/ui/companion/face.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import type { RoomId } from './rooms.ts'
import styles from './coming-soon.module.css'

/** A page that has no content yet. */
interface ComingPage {
  readonly tint: 'peach' | 'rose' | 'lilac' | 'sky' | 'mint' | 'sun'
  readonly title: () => string
  readonly text: () => string
}

/** Apart from the guards of the rooms, which are in the first script. */
export const roomPages = {
  boys: {
    emoji: '🏀',
    tint: 'sky',
    title: m.community_boys,
    text: m.community_boys_text,
  },
  girls: {
    emoji: '🌸',
    tint: 'rose',
    title: m.community_girls,
    text: m.community_girls_text,
  },
  mixed: {
    emoji: '🎧',
    tint: 'mint',
    title: m.community_mixed,
    text: m.community_mixed_text,
  },
  parents: {
    emoji: '🏡',
    tint: 'peach',
    title: m.community_parents,
    text: m.community_parents_room_text,
  },
  genz: {
    emoji: '🌱',
    tint: 'lilac',
    title: m.community_genz,
    text: m.community_genz_text,
  },
} as const satisfies Record<RoomId, ComingPage & { readonly emoji: string }>

/** Spec 2: the landing cards' pages that are still to come; open to everybody. */
export const comingPages = {
  personalization: {
    tint: 'lilac',
    title: m.community_personalization,
    text: m.community_personalization_text,
  },
  store: {
    tint: 'peach',
    title: m.community_store,
    text: m.community_store_text,
  },
  biometrics: {
    tint: 'rose',
    title: m.community_biometrics,
    text: m.community_biometrics_text,
  },
} as const satisfies Record<string, ComingPage>

interface ComingSoonProps {
  page: ComingPage
  /** In place of the page's own sentence, for another reader. */
  text?: string | undefined
  /** The way back. */
  back: ReactNode
}

/** Spec 2: a page that is still to come, said kindly. */
export function ComingSoon({ page, text, back }: ComingSoonProps) {
  return (
    <>
      <PageHeader title={page.title()} back={back} />
      <Card className={styles.card} tint={page.tint}>
        <span className={styles.emoji} aria-hidden="true">
          <Face emoji="🌱" />
        </span>
        <p className={styles.soon}>{m.community_soon()}</p>
        <p className={styles.text}>{text ?? page.text()}</p>
        <p className={styles.text}>{m.community_soon_text()}</p>
      </Card>
    </>
  )
}

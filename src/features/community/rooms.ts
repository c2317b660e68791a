import type { UserType } from '#contract/account/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'

/** A page that has no content yet. */
export interface ComingPage {
  readonly tint: 'peach' | 'rose' | 'lilac' | 'sky' | 'mint' | 'sun'
  readonly title: () => string
  readonly text: () => string
}

/** A room of the community, and who may enter it. */
export interface Room extends ComingPage {
  readonly emoji: string
  readonly userTypes: readonly UserType[]
}

/** Spec 2 and decisions: the rooms with their guards. */
export const rooms = {
  boys: {
    emoji: '🏀',
    tint: 'sky',
    title: m.community_boys,
    text: m.community_boys_text,
    userTypes: ['Adolescent'],
  },
  girls: {
    emoji: '🌸',
    tint: 'rose',
    title: m.community_girls,
    text: m.community_girls_text,
    userTypes: ['Adolescent'],
  },
  mixed: {
    emoji: '🎧',
    tint: 'mint',
    title: m.community_mixed,
    text: m.community_mixed_text,
    userTypes: ['Adolescent'],
  },
  parents: {
    emoji: '🏡',
    tint: 'peach',
    title: m.community_parents,
    text: m.community_parents_room_text,
    userTypes: ['Parent'],
  },
  genz: {
    emoji: '🌱',
    tint: 'lilac',
    title: m.community_genz,
    text: m.community_genz_text,
    userTypes: ['Parent', 'Adolescent'],
  },
} as const satisfies Record<string, Room>

export type RoomId = keyof typeof rooms

/** Spec 2: the rooms that /community leads to. */
export const youngPeoplesRooms = ['boys', 'girls', 'mixed'] as const satisfies readonly RoomId[]

export function isRoomId(text: string): text is RoomId {
  return Object.hasOwn(rooms, text)
}

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

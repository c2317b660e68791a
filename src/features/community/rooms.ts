import type { UserType } from '#contract/account/model.ts'

/** Spec 2 and decisions: the rooms of the community, and who may enter each. */
export const rooms = {
  boys: { userTypes: ['Adolescent'] },
  girls: { userTypes: ['Adolescent'] },
  mixed: { userTypes: ['Adolescent'] },
  parents: { userTypes: ['Parent'] },
  genz: { userTypes: ['Parent', 'Adolescent'] },
} as const satisfies Record<string, { userTypes: readonly UserType[] }>

export type RoomId = keyof typeof rooms

/** Spec 2: the rooms that /community leads to. */
export const youngPeoplesRooms = ['boys', 'girls', 'mixed'] as const satisfies readonly RoomId[]

export function isRoomId(text: string): text is RoomId {
  return Object.hasOwn(rooms, text)
}

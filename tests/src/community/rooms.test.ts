import { expect, test } from 'vitest'
import { isRoomId, rooms, youngPeoplesRooms } from '#src/features/community/rooms.ts'

test('each room lets in whom the decisions name', () => {
  const doors = Object.entries(rooms).map(([id, room]) => [id, [...room.userTypes].sort()])
  expect(Object.fromEntries(doors)).toEqual({
    boys: ['Adolescent'],
    girls: ['Adolescent'],
    mixed: ['Adolescent'],
    parents: ['Parent'],
    genz: ['Adolescent', 'Parent'],
  })
})

test('the hub leads to rooms that its visitors may enter', () => {
  const open = youngPeoplesRooms.filter((id) =>
    rooms[id].userTypes.some((type) => type === 'Adolescent'),
  )
  expect(open).toEqual(['boys', 'girls', 'mixed'])
})

test.each(['', 'toString', '__proto__', 'Boys'])('%j is no room', (text) => {
  expect(isRoomId(text)).toBe(false)
})

import { afterEach, describe, expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import {
  acceptRequest,
  endConnection,
  rejectRequest,
  sendRequest,
  takeRequestBack,
} from '#src/features/connections/change-connections.ts'
import {
  readConnections,
  readFriends,
  readKnown,
  readReceived,
  readSent,
} from '#src/features/connections/connections-resource.ts'
import {
  refreshFriends,
  refreshReceived,
  refreshSent,
} from '#src/features/connections/refresh-connections.ts'
import { fillDisk } from '#tests/offline/full-disk.ts'
import { answerWith, noNetwork, ours } from '#tests/offline/network.ts'
import { closePhones, openPhone } from '#tests/offline/phone.ts'
import { connection, friend, linaId, received, sent, sofiaId } from './people.ts'

afterEach(closePhones)

const accepted = connection({ status: 'accepted', answeredAt: '2026-11-21T11:00:00.000Z' })
const paths = (requests: Request[]) =>
  requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`)

describe('the lists of connections', () => {
  test('are unknown before the server has sent them, and then stay when it does not answer', async () => {
    const db = await openPhone(linaId)
    answerWith(
      () => ours({ requests: [sent()], next: null }),
      () => ours({ friends: [], next: null }),
      noNetwork,
    )
    expect(await readKnown(db)).toEqual({ sent: false, received: false, friends: false })
    await refreshSent(db, 'token')
    await refreshFriends(db, 'token')
    await expect(refreshSent(db, 'token')).rejects.toThrow('No answer')
    expect(await readConnections(db)).toEqual({
      sent: [sent()],
      friends: [],
      known: { sent: true, received: false, friends: true },
    })
  })

  test('of requests are read whether the server sends them in an object or as a bare list', async () => {
    const db = await openPhone(sofiaId)
    answerWith(
      () => ours({ requests: [received()], next: null }),
      () => ours([received({ createdAt: '2026-11-21T09:00:00.000Z' })]),
    )
    await refreshReceived(db, 'token')
    expect(await readReceived(db)).toEqual([received()])
    await refreshReceived(db, 'token')
    expect((await readReceived(db))[0]?.createdAt).toBe('2026-11-21T09:00:00.000Z')
  })

  test('of a look that answers late do not take the place of those of a newer one', async () => {
    const db = await openPhone(linaId)
    const late = Promise.withResolvers<Response>()
    answerWith(
      () => late.promise,
      () => ours({ friends: [], next: null }),
    )
    const older = refreshFriends(db, 'token')
    await refreshFriends(db, 'token')
    late.resolve(ours({ friends: [friend()], next: null }))
    await older
    expect(await readFriends(db)).toEqual([])
  })

  test('with a history hold what is pending however long ago it was asked', async () => {
    const db = await openPhone(linaId)
    const old = sent({ _id: '0193a000-0000-7000-8000-00000000c009' })
    const requests = answerWith((request) => {
      const state = new URL(request.url).searchParams.get('state')
      return ours({
        requests: state === 'pending' ? [old] : [sent({ status: 'rejected' })],
        next: state === 'pending' ? null : 'more',
      })
    })
    await refreshSent(db, 'token', 'history')
    expect((await readSent(db)).map(({ status }) => status).toSorted()).toEqual([
      'pending',
      'rejected',
    ])
    expect(requests).toHaveLength(4)
  })

  test('keep the history that was read, also where a change is looked for', async () => {
    const db = await openPhone(linaId)
    answerWith((request) => {
      const all = new URL(request.url).searchParams.get('state') === 'all'
      return ours({ requests: all ? [sent({ status: 'accepted' })] : [], next: null })
    })
    await refreshSent(db, 'token')
    expect(await readSent(db)).toEqual([])
    await refreshSent(db, 'token', 'history')
    await refreshSent(db, 'token')
    expect((await readSent(db)).map(({ status }) => status)).toEqual(['accepted'])
  })

  test('fetched while the person changes one are fetched again', async () => {
    const db = await openPhone(linaId)
    const requests = answerWith(
      async () => {
        await sendRequest(db, 'token', sent().toUser)
        return ours({ requests: [], next: null })
      },
      () => ours(connection(), { status: 201 }),
      () => ours({ requests: [sent()], next: null }),
    )
    await refreshSent(db, 'token')
    expect(await readSent(db)).toEqual([sent()])
    expect(requests).toHaveLength(3)
  })

  test('skip what an older build kept in another shape', async () => {
    const db = await openPhone(linaId)
    await db.friends.bulkPut([friend(), { id: 'x' } as never])
    expect(await readFriends(db)).toEqual([friend()])
  })
})

describe('a change of a connection', () => {
  test('asks a provider, and the request is stored', async () => {
    const db = await openPhone(linaId)
    const requests = answerWith(() => ours(connection(), { status: 201 }))
    await sendRequest(db, 'token', sent().toUser)
    expect(await requests[0]?.json()).toEqual({ requestedServiceProvider: sofiaId })
    expect(await readSent(db)).toEqual([sent()])
  })

  test('takes a request back', async () => {
    const db = await openPhone(linaId)
    await db.sentRequests.put(sent())
    const requests = answerWith(() => ours(connection({ status: 'removed' })))
    await takeRequestBack(db, 'token', sent()._id)
    expect(paths(requests)).toEqual([`DELETE /api/connections/requests/remove/${sent()._id}`])
    expect((await readSent(db))[0]?.status).toBe('removed')
  })

  test('takes back what was accepted meanwhile: the connection ends', async () => {
    const db = await openPhone(linaId)
    await db.sentRequests.put(sent())
    await db.friends.put(friend())
    answerWith(() => ours(connection({ status: 'ended' })))
    await takeRequestBack(db, 'token', sent()._id)
    expect([await readFriends(db), (await readSent(db))[0]?.status]).toEqual([[], 'ended'])
  })

  test('accepts: whoever asked is connected at once', async () => {
    const db = await openPhone(sofiaId)
    await db.receivedRequests.put(received())
    const requests = answerWith(() => ours(accepted))
    await acceptRequest(db, 'token', received())
    expect(paths(requests)).toEqual([`POST /api/connections/accept/${received()._id}`])
    expect((await readReceived(db))[0]?.status).toBe('accepted')
    expect(await readFriends(db)).toMatchObject([
      { id: linaId, userType: 'Adolescent', since: accepted.answeredAt },
    ])
  })

  test.each([
    ['with room after the first try', 1, [sent()]],
    ['without room', Infinity, []],
  ])('is none that failed on a device %s', async (_, times, stored) => {
    const db = await openPhone(linaId)
    answerWith(() => ours(connection(), { status: 201 }))
    fillDisk(db, times)
    await sendRequest(db, 'token', sent().toUser)
    expect(await readSent(db)).toEqual(stored)
  })

  test('rejects: the request is answered and nobody is connected', async () => {
    const db = await openPhone(sofiaId)
    await db.receivedRequests.put(received())
    answerWith(() => ours(connection({ status: 'rejected' })))
    await rejectRequest(db, 'token', received())
    expect([(await readReceived(db))[0]?.status, await readFriends(db)]).toEqual(['rejected', []])
  })

  test('ends a connection', async () => {
    const db = await openPhone(linaId)
    await db.friends.put(friend())
    await db.sentRequests.put(sent({ status: 'accepted' }))
    answerWith(() => ours(connection({ status: 'ended' })))
    await endConnection(db, 'token', friend())
    expect([await readFriends(db), (await readSent(db))[0]?.status]).toEqual([[], 'ended'])
  })

  test.each([
    ['refused', () => ours(problem('not_found'), { status: 404 })],
    ['not answered', noNetwork],
  ])('that is %s changes nothing', async (_, answer) => {
    const db = await openPhone(sofiaId)
    await db.receivedRequests.put(received())
    answerWith(answer)
    await expect(acceptRequest(db, 'token', received())).rejects.toThrow(/No answer|Not found/)
    expect([await readReceived(db), await readFriends(db)]).toEqual([[received()], []])
  })
})

import { describe, expect, test } from 'vitest'
import { connectionStates } from '#contract/connections/model.ts'
import { standingsIn } from '#src/features/connections/standing.ts'
import { friend, sent, sofiaId } from './people.ts'

describe('how somebody stands to a provider', () => {
  test('whom they never asked: not at all', () => {
    expect(standingsIn({ sent: [], friends: [] })(sofiaId)).toEqual({ status: 'none' })
  })

  test.each(connectionStates)('whose request is %s', (status) => {
    const standing = standingsIn({ sent: [sent({ status })], friends: [] })(sofiaId)
    const pending = { status: 'pending', requestId: sent()._id }
    expect(standing).toEqual(status === 'pending' ? pending : { status: 'none' })
  })

  test('whom they are connected with, whatever an old list of requests says', () => {
    const standing = standingsIn({ sent: [sent()], friends: [friend()] })(sofiaId)
    expect(standing).toEqual({ status: 'connected' })
  })

  test('whom they ask again after a rejection', () => {
    const again = sent({ _id: '0193a000-0000-7000-8000-00000000c002' })
    const requests = [sent({ status: 'rejected' }), again]
    expect(standingsIn({ sent: requests, friends: [] })(sofiaId)).toEqual({
      status: 'pending',
      requestId: again._id,
    })
  })
})

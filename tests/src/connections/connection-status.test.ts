import { describe, expect, test } from 'vitest'
import { connectionStates } from '#contract/connections/api.ts'
import { statusesIn } from '#src/features/connections/connections-resource.ts'
import { friend, sent, sofiaId } from './people.ts'

describe('the status of a provider', () => {
  test('whom the person never asked is none', () => {
    expect(statusesIn({ sent: [], friends: [] })(sofiaId)).toEqual({ status: 'none' })
  })

  test.each(connectionStates)('whose request is %s', (status) => {
    const relation = statusesIn({ sent: [sent({ status })], friends: [] })(sofiaId)
    const pending = { status: 'pending', requestId: sent()._id }
    expect(relation).toEqual(status === 'pending' ? pending : { status: 'none' })
  })

  test('whom the person is connected with, whatever an old list of requests says', () => {
    const relation = statusesIn({ sent: [sent()], friends: [friend()] })(sofiaId)
    expect(relation).toEqual({ status: 'connected' })
  })

  test('whom the person asks again after a rejection', () => {
    const again = sent({ _id: '0193a000-0000-7000-8000-00000000c002' })
    const requests = [sent({ status: 'rejected' }), again]
    expect(statusesIn({ sent: requests, friends: [] })(sofiaId)).toEqual({
      status: 'pending',
      requestId: again._id,
    })
  })
})

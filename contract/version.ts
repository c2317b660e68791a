import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

/**
 * The number of this contract. It goes up with every change that one side could not read without knowing it; an optional field
 * and a new call leave it as it is. `docs/api/<number>.json` holds what a number promises, and a test holds the two together.
 */
export const contractVersion = 3

/** Every call and every answer says by which number it was made; without it, by a build from before there were numbers. */
export const contractHeader = 'x-zync-contract'

/** Which builds the server still takes. Beside the others calls as health is: it is answered whoever asks. */
export const clientPolicyCall = endpoint({
  method: 'GET',
  path: '/client-policy',
  summary: 'The least number of the contract that calls may be made by',
  tag: 'Operations',
  session: 'none',
  reply: {
    status: 200,
    schema: v.object({ minContract: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
  },
  problems: [],
})

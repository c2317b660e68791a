import { readFileSync } from 'node:fs'
import * as v from 'valibot'

const rowSchema = v.object({
  call: v.string(),
  method: v.string(),
  path: v.string(),
  object: v.string(),
  actor: v.picklist([
    'anonymous',
    'adolescent',
    'parent',
    'provider',
    'providerUnverified',
    'superAdmin',
  ]),
  relation: v.string(),
  expect: v.picklist(['allow', 'deny']),
  status: v.union([v.literal('2xx'), v.number()]),
  view: v.optional(v.string()),
  reason: v.string(),
})

/** One line of who may do what: the call, who makes it, how they stand to its object, and what they get. */
export type AuthzRow = v.InferOutput<typeof rowSchema>

/** Every line of the product's authorization matrix, of calls that do not exist yet too. */
export const authzRows: readonly AuthzRow[] = v.parse(
  v.array(rowSchema),
  JSON.parse(readFileSync(new URL('./authz.json', import.meta.url), 'utf8')),
)

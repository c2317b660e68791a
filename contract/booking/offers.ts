import * as v from 'valibot'
import { userIdSchema } from '../account/model.ts'
import { currencySchema, minorSchema } from '../pricing/money.ts'

/** So many care providers are asked about at once. */
export const offersMax = 24

/** The ids of care providers, with commas between them. */
export const offersQuerySchema = v.strictObject({
  providers: v.pipe(
    v.string(),
    v.maxLength(offersMax * 37),
    v.transform((text) => [...new Set(text.split(','))]),
    v.array(v.pipe(userIdSchema, v.toLowerCase())),
    v.minLength(1),
    v.maxLength(offersMax),
  ),
})

/** What helps to choose among care providers. */
export const offerSchema = v.object({
  providerId: userIdSchema,
  /** The least that one pays, VAT included; null of who sells nothing. */
  from: v.nullable(v.object({ currency: currencySchema, finalPriceMinor: minorSchema })),
  /** When the next slot starts that nothing lies in the way of; null where none is near, or it is not known here. */
  nextFree: v.nullable(v.string()),
})
export type Offer = v.InferOutput<typeof offerSchema>

/** Slots further ahead than this are not looked for. */
export const offersAheadDays = 28

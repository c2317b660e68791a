import * as v from 'valibot'

/** What the player says when its video may not be shown outside YouTube. */
const refusalCodes = [101, 150, 153]

const messageSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ event: v.literal('onError'), info: v.number() }),
)

/** Whether a message of the player says that YouTube refuses to show its video here. */
export function embedRefused(data: unknown): boolean {
  const parsed = v.safeParse(messageSchema, data)
  return parsed.success && refusalCodes.includes(parsed.output.info)
}

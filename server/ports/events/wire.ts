import * as v from 'valibot'
import { liveEventSchema } from '#contract/events/model.ts'
import type { BusEvent } from './port.ts'

const busEventSchema = v.variant('type', [
  ...liveEventSchema.options,
  v.object({ type: v.literal('sessions') }),
])

const wireSchema = v.object({
  /** The process that sent it, which has told its own listeners already. */
  from: v.string(),
  /** Everybody without it. */
  to: v.optional(v.array(v.string())),
  event: busEventSchema,
})
export type WireEvent = v.InferOutput<typeof wireSchema>

/** PostgreSQL takes payloads below 8,000 bytes; an id is 39 of them with its quotes and comma. */
const idsMax = 150

/** An event as texts that each fit into one notification. */
export function encodeEvent(from: string, to: readonly string[], event: BusEvent): string[] {
  const texts: string[] = []
  for (let start = 0; start < to.length; start += idsMax) {
    texts.push(encode({ from, to: to.slice(start, start + idsMax), event }))
  }
  return texts
}

export function encodeResync(from: string): string {
  return encode({ from, event: { type: 'resync' } })
}

/** Undefined for what this build cannot read: a newer process may speak of more. */
export function decodeEvent(text: string): WireEvent | undefined {
  try {
    const parsed = v.safeParse(wireSchema, JSON.parse(text))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

function encode(event: WireEvent): string {
  return JSON.stringify(event)
}

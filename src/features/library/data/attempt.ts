import { useRef, useState } from 'react'
import { v7 as newUuid } from 'uuid'
import * as v from 'valibot'
import { deleteDraft, readDraft, saveDraft } from '#src/lib/dirty.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import type { Attempt } from '#src/offline/features/library.ts'

export const attemptSchema = v.object({ payload: v.string(), opId: v.string() })

/**
 * The id of an attempt: the same thing tried again has the same one, so that a lost reply doubles nothing; anything
 * else is new.
 */
export function attemptOf(
  last: Attempt | undefined,
  payload: string,
  newId: () => string,
): Attempt {
  return last?.payload === payload ? last : { payload, opId: newId() }
}

/** Tells one thing that is sent from another, by its words and what is in its file, as the server does: a hash in hex. */
export async function payloadOf(words: object, file?: File): Promise<string> {
  const content = file ? await hashOf(await file.arrayBuffer()) : null
  return await hashOf(new TextEncoder().encode(JSON.stringify([words, content])))
}

async function hashOf(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Whether an answer says that an attempt leads nowhere any more: what it made is gone, or its id stands for something else.
 * The next one is a new one.
 */
export function isAttemptOver(error: unknown): boolean {
  return isApiProblem(error) && ['not_found', 'op_reused'].includes(error.problem.code)
}

/**
 * Attempts at what is written in this tab alone: `run` makes one, with the id of the last one at the same thing, also after
 * a reload. Rejects as `send` does. It is forgotten once it has succeeded or is over.
 */
export function useTabAttempt(draftName: string): {
  run: (payload: object, send: (opId: string) => Promise<unknown>) => Promise<void>
} {
  // An attempt of an earlier visit may still be on its way, and leaves nothing stored once it has succeeded.
  const [before] = useState(() => stored(draftName))
  // Beside the draft, for a browser that stores none.
  const last = useRef(before)

  function opIdOf(payload: object): string {
    last.current = attemptOf(last.current, JSON.stringify(payload), newUuid)
    saveDraft(draftName, JSON.stringify(last.current))
    return last.current.opId
  }

  function drop() {
    last.current = undefined
    deleteDraft(draftName)
  }

  async function run(payload: object, send: (opId: string) => Promise<unknown>) {
    try {
      await send(opIdOf(payload))
    } catch (error) {
      if (isAttemptOver(error)) drop()
      throw error
    }
    drop()
  }

  return { run }
}

const storedSchema = v.pipe(v.string(), v.parseJson(), attemptSchema)

function stored(draftName: string): Attempt | undefined {
  const parsed = v.safeParse(storedSchema, readDraft(draftName))
  return parsed.success ? parsed.output : undefined
}

import { useState } from 'react'
import type { ReceivedRequest } from '#contract/connections/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { showToast } from '#src/ui/message/toast-store.ts'
import { acceptFailure, rejectFailure } from './failure-words.ts'
import { friendName } from './own-connections.ts'

/** Why the last answer to a request did not work. */
export interface AnswerFailure {
  readonly requestId: string
  readonly text: string
}

/** How a request is answered; rejects where the server refused or did not answer. */
export type SendAnswer = (request: ReceivedRequest) => Promise<void>

/** Answers to requests: an answered one leaves the list at once, and comes back with the reason where it failed. */
export function useAnswers(onAccept: SendAnswer, onReject: SendAnswer) {
  const [answering, setAnswering] = useState<ReadonlySet<string>>(new Set())
  const [failure, setFailure] = useState<AnswerFailure>()

  async function answer(request: ReceivedRequest, { send, done, failed }: Answer) {
    const { _id: requestId, fromUser } = request
    setFailure(undefined)
    setAnswering((ids) => new Set(ids).add(requestId))
    try {
      await send(request)
      showToast({ text: done({ name: friendName(fromUser) }), tone: 'success' })
    } catch (error) {
      setFailure({ requestId, text: failed(error) })
    } finally {
      setAnswering((ids) => new Set([...ids].filter((id) => id !== requestId)))
    }
  }

  return {
    answering,
    failure,
    accept: (request: ReceivedRequest) =>
      void answer(request, { send: onAccept, done: m.connections_accepted, failed: acceptFailure }),
    reject: (request: ReceivedRequest) =>
      void answer(request, { send: onReject, done: m.connections_rejected, failed: rejectFailure }),
  }
}

interface Answer {
  readonly send: SendAnswer
  readonly done: (inputs: { name: string }) => string
  readonly failed: (error: unknown) => string
}

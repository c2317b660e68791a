import * as v from 'valibot'
import { appHeader } from '#contract/api.ts'
import { chatApi } from '#contract/chat/api.ts'
import { problemSchema } from '#contract/problem.ts'
import { ApiProblemError, UnreachableError } from '#src/offline/api/api-error.ts'
import { apiAddress, callApi } from '#src/offline/api/api.ts'
import type { OutgoingFile } from '#src/offline/files/uploads.ts'

/** A file of 10 MB takes this long at 0.35 Mbit/s. */
const uploadTimeoutMs = 240_000

/**
 * Sends one file up. Where the context has XMLHttpRequest, the only way of a browser to say how far an upload is, it
 * tells so; a service worker has none. Rejects with `ApiProblemError` or `UnreachableError`.
 */
export async function uploadFile(
  file: OutgoingFile,
  token: string,
  onProgress: (sentBytes: number) => void,
): Promise<void> {
  if (typeof XMLHttpRequest !== 'undefined')
    return await uploadWithProgress(file, token, onProgress)
  const { chatId, messageId, name, blob } = file
  const body = { messageId, fileName: name }
  await callApi(chatApi.putChatFile, { params: { chatId }, body, files: { file: blob } }, { token })
}

function uploadWithProgress(
  { chatId, messageId, name, blob }: OutgoingFile,
  token: string,
  onProgress: (sentBytes: number) => void,
): Promise<void> {
  const form = new FormData()
  form.append('messageId', messageId)
  form.append('fileName', name)
  form.append('file', blob)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', apiAddress(chatApi.putChatFile, { chatId }))
    request.setRequestHeader('authorization', `Bearer ${token}`)
    request.timeout = uploadTimeoutMs
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
    const lost = () => reject(new UnreachableError('No answer from the server'))
    for (const end of ['error', 'timeout', 'abort']) request.addEventListener(end, lost)
    request.addEventListener('load', () => {
      const refusal = refusalOf(request)
      if (refusal) reject(refusal)
      else resolve()
    })
    request.send(form)
  })
}

/** Undefined for an answer of ours that says the file is there. */
function refusalOf(request: XMLHttpRequest): Error | undefined {
  if (request.getResponseHeader(appHeader.name) !== appHeader.value) {
    return new UnreachableError('The answer did not come from the server')
  }
  const body = parsed(request.responseText)
  if (request.status === chatApi.putChatFile.reply.status) {
    const ours = v.is(chatApi.putChatFile.reply.schema, body)
    return ours ? undefined : new UnreachableError('The answer was cut short')
  }
  const problem = v.safeParse(problemSchema, body)
  if (!problem.success) return new UnreachableError('The answer was cut short')
  const retryAfter = Number(request.getResponseHeader('retry-after') ?? NaN)
  const retryAfterMs = Number.isFinite(retryAfter) ? retryAfter * 1_000 : undefined
  return new ApiProblemError(problem.output, request.status, retryAfterMs)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

import { call } from './call.ts'
import { opIdAt, testDay, wireOp } from './ops.ts'
import type { SignedIn } from './people.ts'
import { filePart, tinyPng } from './registration.ts'

/** Keeps a picture with somebody's account, as their phone does; gives its id. */
export async function keepPictureOf(
  origin: string,
  owner: Pick<SignedIn, 'token'>,
  given: { readonly day?: string; readonly content?: Uint8Array<ArrayBuffer> } = {},
): Promise<string> {
  const id = opIdAt()
  const files = { file: filePart(given.content ?? tinyPng, 'a.png') }
  await call(origin, 'putTrackerPicture', { body: { id }, files }, { token: owner.token })
  const payload = { trackerType: 'Mood', day: given.day ?? testDay, removes: null }
  const ops = [wireOp(payload, { kind: 'trackers.picture', opId: id })]
  await call(origin, 'pushOps', { body: { ops } }, { token: owner.token })
  return id
}

import { createStore, promisifyRequest, set } from 'idb-keyval'
import type { Look } from '#contract/look.ts'
import { deviceStore } from './device-language.ts'

/**
 * How the app is called and drawn outside itself on this device; the usual look where nobody chose. It fails where nothing
 * can be read. The worker asks before each page: a connection that it left open would hold up whoever deletes the storage.
 */
export async function storedLook(): Promise<Look> {
  const stored: unknown = await createStore('zync-device', 'choices')('readonly', (choices) =>
    promisifyRequest(choices.get('look')).finally(() => choices.transaction.db.close()),
  )
  return stored === 'calm' ? 'calm' : 'zync'
}

/** The same, and the usual look where nothing can be read. */
export async function readDeviceLook(): Promise<Look> {
  return await storedLook().catch((): Look => 'zync')
}

export async function writeDeviceLook(look: Look): Promise<void> {
  await set('look', look, deviceStore())
}

import { createStore, get, set, type UseStore } from 'idb-keyval'

let opened: UseStore | undefined

/** What belongs to the device and stays when people log out. */
export function deviceStore(): UseStore {
  opened ??= createStore('zync-device', 'choices')
  return opened
}

/** The language tag that was chosen on this device, as it was stored; undefined before the first choice. */
export async function readDeviceLanguage(): Promise<unknown> {
  return get('language', deviceStore())
}

export async function writeDeviceLanguage(tag: string): Promise<void> {
  await set('language', tag, deviceStore())
}

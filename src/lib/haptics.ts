import { createStore, useStore } from './store.ts'

const storageKey = 'haptics'
const wanted = createStore(globalThis.localStorage?.getItem(storageKey) !== 'off')

export function useHaptics(): boolean {
  return useStore(wanted)
}

/** Chooses for this device whether a choice is felt. */
export function setHaptics(on: boolean): void {
  localStorage.setItem(storageKey, on ? 'on' : 'off')
  wanted.set(on)
  tapFeedback()
}

/** Some phones, iPhones among them, let no page vibrate. */
export function canVibrate(): boolean {
  return 'vibrate' in navigator
}

const tapMs = 12

/** A short tick under the finger that chose; none where it was turned off or motion is unwelcome. */
export function tapFeedback(): void {
  if (canVibrate() && wanted.get() && !isStill()) navigator.vibrate(tapMs)
}

function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

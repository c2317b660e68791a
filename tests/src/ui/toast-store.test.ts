import { afterEach, expect, test, vi } from 'vitest'
import {
  actOnToast,
  currentToasts,
  dismissToast,
  showToast,
  subscribeToToasts,
} from '#src/ui/message/toast.tsx'

afterEach(() => {
  currentToasts().forEach((toast) => dismissToast(toast.id))
})

test('a toast stays for the six seconds the product gives for Undo unless told otherwise', () => {
  showToast({ text: 'Saved' })
  showToast({ text: 'Short', durationMs: 2000 })
  expect(currentToasts().map((toast) => toast.durationMs)).toEqual([6000, 2000])
})

test('a fourth toast makes the oldest leave, and its owner hears that its time is over', () => {
  const onExpire = vi.fn<() => void>()
  showToast({ text: 'one', onExpire })
  showToast({ text: 'two' })
  showToast({ text: 'three' })
  showToast({ text: 'four' })
  expect(currentToasts().map((toast) => toast.text)).toEqual(['two', 'three', 'four'])
  expect(onExpire).toHaveBeenCalledOnce()
})

test('an action is done once, however often it is pressed, and is no expiry', () => {
  const onAction = vi.fn<() => void>()
  const onExpire = vi.fn<() => void>()
  const id = showToast({ text: 'Saved', action: { label: 'Undo', onAction }, onExpire })
  actOnToast(id)
  actOnToast(id)
  dismissToast(id)
  expect(onAction).toHaveBeenCalledOnce()
  expect(onExpire).not.toHaveBeenCalled()
  expect(currentToasts()).toEqual([])
})

test('listeners hear of every change until they leave', () => {
  const listener = vi.fn<() => void>()
  const leave = subscribeToToasts(listener)
  const id = showToast({ text: 'Saved' })
  dismissToast(id)
  expect(listener).toHaveBeenCalledTimes(2)
  leave()
  showToast({ text: 'Saved' })
  expect(listener).toHaveBeenCalledTimes(2)
})

test('the list is the same array until something changes, so React may compare it', () => {
  showToast({ text: 'Saved' })
  expect(currentToasts()).toBe(currentToasts())
})

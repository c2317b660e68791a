export type PassedOn =
  | 'shared'
  /** The person closed the phone's share sheet. */
  | 'dismissed'
  | 'copied'
  /** Neither sharing nor the clipboard works here. */
  | 'failed'

type Device = Partial<Pick<Navigator, 'share' | 'clipboard'>>

/** Hands words to the phone's own share sheet; where there is none, or it fails, to the clipboard. */
export async function passOn(text: string, device: Device = navigator): Promise<PassedOn> {
  try {
    if (device.share) {
      await device.share({ text })
      return 'shared'
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'dismissed'
  }
  try {
    if (!device.clipboard) return 'failed'
    await device.clipboard.writeText(text)
    return 'copied'
  } catch {
    return 'failed'
  }
}

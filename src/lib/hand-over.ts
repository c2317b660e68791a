import { formatNumber } from '#src/i18n/speech.ts'

/** Hands a file to the browser's downloads. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the address a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs)
}

const revokeAfterMs = 60_000
const kilobyte = 1_000
const megabyte = 1_000_000
const gigabyte = 1_000_000_000

/** "640 kB", "3.4 MB", "1.2 GB" of a number of bytes; what is there at all is never called zero. */
export function formatBytes(bytes: number): string {
  if (bytes >= gigabyte) return inUnit(bytes / gigabyte, 'gigabyte', 1)
  if (bytes >= megabyte) return inUnit(bytes / megabyte, 'megabyte', 1)
  return inUnit(Math.ceil(bytes / kilobyte), 'kilobyte', 0)
}

function inUnit(value: number, unit: string, digits: number): string {
  const options = { style: 'unit', unit, maximumFractionDigits: digits } as const
  return formatNumber(value, options)
}

type PassedOn =
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

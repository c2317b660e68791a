const localHeader = 0x04034b50
const directoryEntry = 0x02014b50
const directoryEnd = 0x06054b50
const directoryEndBytes = 22
const entryBytes = 46
/** The comment behind the directory's end is this long at most. */
const commentBytesMax = 0xffff
/** More entries than any document has: a crafted directory costs no more than this. */
const entriesMax = 10_000

/** Whether bytes begin as a zip does. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && viewOf(bytes).getUint32(0, true) === localHeader
}

/**
 * The names of what a zip holds, as its directory lists them (APPNOTE 4.3.12); nothing is unpacked. Empty for a zip
 * whose directory cannot be read whole, or whose first entry is not where the file begins.
 */
export function zipEntryNames(bytes: Uint8Array): string[] {
  const view = viewOf(bytes)
  const end = findEnd(view)
  if (end === undefined) return []
  const count = view.getUint16(end + 10, true)
  const size = view.getUint32(end + 12, true)
  let at = view.getUint32(end + 16, true)
  // Something between the directory and its end, or before the zip, is a file inside a file.
  if (count > entriesMax || at + size !== end) return []
  const names: string[] = []
  while (at + entryBytes <= end && view.getUint32(at, true) === directoryEntry) {
    const nameBytes = view.getUint16(at + 28, true)
    const moreBytes = view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    const name = bytes.subarray(at + entryBytes, at + entryBytes + nameBytes)
    names.push(Array.from(name, (byte) => String.fromCharCode(byte)).join(''))
    at += entryBytes + nameBytes + moreBytes
  }
  return at === end && names.length === count ? names : []
}

function findEnd(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - directoryEndBytes - commentBytesMax)
  for (let at = view.byteLength - directoryEndBytes; at >= first; at -= 1) {
    const fits = at + directoryEndBytes + readComment(view, at) === view.byteLength
    if (fits && view.getUint32(at, true) === directoryEnd) return at
  }
  return undefined
}

function readComment(view: DataView, at: number): number {
  return view.getUint16(at + 20, true)
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

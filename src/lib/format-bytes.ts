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
  return new Intl.NumberFormat('en-US', options).format(value)
}

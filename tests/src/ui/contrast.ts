/** WCAG 2.2 contrast of two opaque colours written #rrggbb: 1 (equal) to 21 (black on white). */
export function contrast(a: string, b: string): number {
  const [darker, lighter] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  if (darker === undefined || lighter === undefined) throw new Error('two colours are needed')
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const channels = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour)?.slice(1)
  if (!channels) throw new Error(`not a #rrggbb colour: ${colour}`)
  const [red = 0, green = 0, blue = 0] = channels.map((hex) => linear(Number.parseInt(hex, 16)))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function linear(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

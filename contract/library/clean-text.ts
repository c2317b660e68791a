/** What no text of ours carries: control characters, halves of characters, and marks that turn later text around. */
const unprintable = /[^\P{Cc}\n\t]|\p{Cs}|[\u202d\u202e]/gu

/** A text as it is stored: its line ends alike, nothing unprintable, nothing blank around it. */
export function cleanText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(unprintable, '').trim()
}

/** The same on one line. */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/g, ' ')
}

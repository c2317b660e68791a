/**
 * Takes server-sent events apart as they come, in pieces of any size. `onData` gets the data of each event; comments,
 * which are signs of life, give none.
 */
export function createEventReader(onData: (data: string) => void): { read(text: string): void } {
  let line = ''
  let data: string[] = []
  let afterReturn = false

  function endLine(): void {
    if (line === '') {
      if (data.length > 0) onData(data.join('\n'))
      data = []
    } else if (line.startsWith('data:')) {
      data.push(line.slice('data:'.length).replace(/^ /, ''))
    }
    line = ''
  }

  return {
    read(text) {
      for (const letter of text) {
        const second = letter === '\n' && afterReturn
        afterReturn = letter === '\r'
        if (second) continue
        if (letter === '\n' || letter === '\r') endLine()
        else line += letter
      }
    },
  }
}

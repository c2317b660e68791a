/** A4 in points. */
const page = { width: 595, height: 842 } as const
const left = 48
const rowHeight = 34
const columns = [
  'Day',
  'In bed at',
  'Slept at',
  'Up at',
  'Woke (times)',
  'Morning mood 1-10',
] as const
const columnWidth = (page.width - 2 * left) / columns.length
const tableTop = 690

/** A sleep diary for two weeks, to be printed: a PDF of one page, drawn with lines and the reader's own fonts. */
export function sleepDiary(): Buffer {
  return pdfOf(drawing())
}

function drawing(): string {
  const lines = [
    text(left, 780, 20, 'My sleep diary'),
    text(
      left,
      752,
      11,
      'Two weeks. One minute each morning. In the second week, change one thing:',
    ),
    text(left, 728, 11, '.'.repeat(110)),
    ...columns.map((name, index) => text(left + index * columnWidth + 4, tableTop - 20, 9, name)),
  ]
  for (let row = 0; row <= 15; row += 1) {
    const y = tableTop - row * rowHeight
    lines.push(line(left, y, page.width - left, y))
    if (row > 0 && row < 15) lines.push(text(left + 4, y - 20, 10, String(row)))
  }
  for (let column = 0; column <= columns.length; column += 1) {
    const x = left + column * columnWidth
    lines.push(line(x, tableTop, x, tableTop - 15 * rowHeight))
  }
  lines.push(text(left, 120, 11, 'What I noticed:'), line(left, 88, page.width - left, 88))
  return lines.join('\n')
}

function text(x: number, y: number, size: number, words: string): string {
  return `BT /F1 ${size} Tf ${x.toFixed(1)} ${y} Td (${words.replaceAll(/[\\()]/g, '\\$&')}) Tj ET`
}

function line(x1: number, y1: number, x2: number, y2: number): string {
  return `0.6 w ${x1.toFixed(1)} ${y1} m ${x2.toFixed(1)} ${y2} l S`
}

/** ISO 32000-1, 7.5: objects, where each begins, and where to find that. */
function pdfOf(content: string): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const starts = objects.map((object, index) => {
    const start = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return start
  })
  const entries = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`)
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + table + trailer, 'latin1')
}

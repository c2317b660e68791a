import { describe, expect, test } from 'vitest'
import { lineEdit, linkEdit, wrapEdit, type Edit } from '#src/features/library/editor/marks.ts'

/** A text with its selection between two bars. */
function selected(text: string) {
  const start = text.indexOf('|')
  const end = text.lastIndexOf('|') - 1
  return { text: text.replaceAll('|', ''), start, end: Math.max(start, end) }
}

function after(text: string, edit: Edit): string {
  const { from, to, insert, selectStart, selectEnd } = edit
  const whole =
    text.replaceAll('|', '').slice(0, from) + insert + text.replaceAll('|', '').slice(to)
  return `${whole.slice(0, selectStart)}|${whole.slice(selectStart, selectEnd)}|${whole.slice(selectEnd)}`
}

describe('bold and italics', () => {
  test.each([
    ['bold', 'say |it| now', 'say **|it|** now'],
    ['italic', 'say |it| now', 'say *|it|* now'],
    ['bold', 'say **|it|** now', 'say |it| now'],
    ['italic', 'say *|it|* now', 'say |it| now'],
    ['italic', 'say **|it|** now', 'say ***|it|*** now'],
    ['bold', 'say ***|it|*** now', 'say *|it|* now'],
    ['bold', 'say| it |now', 'say **|it|** now'],
    ['bold', 'say || now', 'say **|sample|** now'],
  ] as const)('%s turns %j into %j', (mark, before, expected) => {
    expect(after(before, wrapEdit(selected(before), mark, 'sample'))).toBe(expected)
  })
})

describe('lines', () => {
  test.each([
    ['heading', 'one\n|two|\nthree', 'one\n## two||\nthree'],
    ['heading', '|## one|', 'one||'],
    ['subheading', '|## one|', '### one||'],
    ['bullets', '|one\n\ntwo|', '|- one\n\n- two|'],
    ['numbers', '|- one\n- two|', '|1. one\n2. two|'],
    ['numbers', '|1. one\n2. two|', '|one\ntwo|'],
    ['quote', '||', '> ||'],
    ['quote', 'one\n|t|wo', 'one\n> two||'],
  ] as const)('%s turns %j into %j', (mark, before, expected) => {
    expect(after(before, lineEdit(selected(before), mark))).toBe(expected)
  })
})

describe('a link', () => {
  test('stands around what is selected', () => {
    const before = 'read |this|'
    const edit = linkEdit(selected(before), 'https://zync.example/a_(b)', 'words')
    expect(after(before, edit)).toBe('read [|this|](https://zync.example/a_%28b%29)')
  })

  test('brings its own words where nothing is selected, and no bracket ends it early', () => {
    expect(after('||', linkEdit(selected('||'), 'https://a.example', 'words'))).toBe(
      '[|words|](https://a.example)',
    )
    const before = '|a] b|'
    expect(after(before, linkEdit(selected(before), 'https://a.example', 'words'))).toBe(
      '[|a\\] b|](https://a.example)',
    )
  })
})

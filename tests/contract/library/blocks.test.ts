import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  articleBlocks,
  type Block,
  parseInline,
  type Inline,
  plainText,
} from '#contract/library/blocks.ts'
import { contentCharsMax } from '#contract/library/model.ts'
import { hostileAddresses, hostileTexts } from '#tests/support/hostile.ts'

const text = (words: string): Inline => ({ type: 'text', text: words })
const bold = (...children: Inline[]): Inline => ({ type: 'bold', children })
const italic = (...children: Inline[]): Inline => ({ type: 'italic', children })
const link = (href: string, ...children: Inline[]): Inline => ({ type: 'link', href, children })
const markdown = (content: string) => articleBlocks({ content, format: 'markdown' })

describe('a line', () => {
  test.each<[string, Inline[]]>([
    ['plain', [text('plain')]],
    ['a **b** c', [text('a '), bold(text('b')), text(' c')]],
    ['*b*', [italic(text('b'))]],
    ['**a *b* c**', [bold(text('a '), italic(text('b')), text(' c'))]],
    ['[a **b**](https://x.org)', [link('https://x.org', text('a '), bold(text('b')))]],
    ['**[a](mailto:b@x.org)**', [bold(link('mailto:b@x.org', text('a')))]],
    ['2 * 3 * 4', [text('2 * 3 * 4')]],
    ['5 ** 2', [text('5 ** 2')]],
    ['a *b', [text('a *b')]],
    ['**', [text('**')]],
    ['****', [text('****')]],
    ['\\*a\\*', [text('*a*')]],
    ['\\\\', [text('\\')]],
    ['C:\\dir', [text('C:\\dir')]],
    ['[a] (b)', [text('[a] (b)')]],
    ['[](https://x.org)', [text('[](https://x.org)')]],
    ['[a](javascript:alert)', [text('[a](javascript:alert)')]],
    ['![a](https://x.org)', [text('!'), link('https://x.org', text('a'))]],
    ['[a [b](https://x.org)', [text('[a '), link('https://x.org', text('b'))]],
  ])('%j', (line, inlines) => {
    expect(parseInline(line)).toEqual(inlines)
  })

  test.each(hostileAddresses)('has no link to %j', (address) => {
    expect(linksIn(markdown(`[press](${address})`))).toEqual([])
  })
})

describe('blocks', () => {
  test('are headings, paragraphs, lists and quotes', () => {
    const content = [
      '# One',
      '### Two',
      'three',
      'four',
      '',
      '- a',
      '* b',
      '  more',
      '',
      '- c',
      '',
      '2. x',
      '3) y',
      '> q',
      '>',
      '> r',
      '####### no heading',
    ].join('\n')
    expect(markdown(content)).toEqual([
      { type: 'heading', level: 2, children: [text('One')] },
      { type: 'heading', level: 3, children: [text('Two')] },
      { type: 'paragraph', children: [text('three\nfour')] },
      { type: 'list', ordered: false, items: [[text('a')], [text('b\nmore')], [text('c')]] },
      { type: 'list', ordered: true, items: [[text('x')], [text('y')]] },
      { type: 'quote', paragraphs: [[text('q')], [text('r')]] },
      { type: 'paragraph', children: [text('####### no heading')] },
    ])
  })

  test.each([
    ['\\# no heading', '# no heading'],
    ['\\- no list', '- no list'],
    ['1\\. no list', '1. no list'],
    ['\\> no quote', '> no quote'],
    ['#tag', '#tag'],
    ['-5 degrees', '-5 degrees'],
  ])('%j is a paragraph', (content, words) => {
    expect(markdown(content)).toEqual([{ type: 'paragraph', children: [text(words)] }])
  })

  test('of nothing are none', () => {
    expect(markdown('')).toEqual([])
    expect(markdown(' \n \n')).toEqual([])
  })

  test.each(hostileTexts)('hold %j as text alone, in either format', (content) => {
    expect(plainText({ content, format: 'plain' })).toBe(content)
    expect(linksIn(markdown(content))).toEqual([])
    const tags = (words: string) => words.match(/<\/?\w+/g)
    expect(tags(plainText({ content, format: 'markdown' }))).toEqual(tags(content))
  })

  test('of old plain text are the text as it is', () => {
    const content = '# not a heading\n**not bold** [no](https://x.org)\n\n\n- no list\n1. no list'
    expect(articleBlocks({ content, format: 'plain' })).toEqual([
      {
        type: 'paragraph',
        children: [text('# not a heading\n**not bold** [no](https://x.org)')],
      },
      { type: 'paragraph', children: [text('- no list\n1. no list')] },
    ])
  })

  test('lose no letter of anything that was written', () => {
    const piece = fc.constantFrom(
      'a',
      'b ',
      '*',
      '**',
      '[',
      '](https://x.org)',
      '\\',
      '\n',
      '- ',
      '> ',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const content = pieces.join('')
        const words = plainText({ content, format: 'markdown' })
        const letters = (given: string) => given.replaceAll(/https:\/\/x.org|[^ab]/g, '')
        expect(letters(words)).toBe(letters(content))
      }),
    )
  })

  test.each(['*', '**a ', '[', '[a](', '**[*a', '\\', '> ', '- ', '*a**b[c]('])(
    'of %j again and again are read in a time that grows with their length',
    (piece) => {
      // The longest that is taken: a reader that goes back over what it read would not come to an end here.
      const content = piece.repeat(contentCharsMax / piece.length)
      expect(markdown(content).length).toBeGreaterThan(0)
    },
  )
})

test('plain text has no marks', () => {
  const content = '## Hi\n\n**a** [b](https://x.org)\n\n- c\n- d\n\n> e'
  expect(plainText({ content, format: 'markdown' })).toBe('Hi\n\na b\n\nc\nd\n\ne')
})

function linksIn(blocks: readonly Block[]): string[] {
  return (JSON.stringify(blocks).match(/"href":"[^"]*"/g) ?? []).filter(
    (href) => !href.startsWith('"href":"https://x.org'),
  )
}

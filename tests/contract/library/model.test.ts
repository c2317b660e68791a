import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { cleanLine, cleanText } from '#contract/free-text.ts'
import { listSnippetCharsMax, profileSnippetCharsMax, snippetOf } from '#contract/library/blocks.ts'
import {
  changesQuerySchema,
  pageQuerySchema,
  searchQuerySchema,
} from '#contract/library/library-api.ts'
import {
  attachmentNameSchema,
  smallAttachment,
  wholeAttachment,
  categoryFilters,
  wellnessCategories,
  articleEditSchema,
  contentCharsMax,
  descriptionCharsMax,
  introVideoFieldsSchema,
  newArticleSchema,
  newVideoSchema,
  titleCharsMax,
  videoEditSchema,
  videoTitle,
} from '#contract/library/model.ts'

const category = 'Emotional Wellness' as const
const url = 'https://youtu.be/RcGyVTAoXEU'

/** The texts that a form shows, by field: the first of each. */
function texts(schema: v.GenericSchema, given: unknown): Record<string, string> {
  const parsed = v.safeParse(schema, given)
  return Object.fromEntries(
    (parsed.issues ?? []).toReversed().map((issue) => [v.getDotPath(issue) ?? '', issue.message]),
  )
}

test('there are six categories, and All for the filter', () => {
  expect(wellnessCategories).toHaveLength(6)
  expect(categoryFilters).toEqual(['All', ...wellnessCategories])
})

describe('the texts of the rules', () => {
  const edit = 'Title and content are required'
  const videoEdit = 'Description and YouTube URL are required'
  const bad = 'Please enter a valid YouTube URL'

  test.each<[string, v.GenericSchema, unknown, Record<string, string>]>([
    [
      'a new article without anything',
      newArticleSchema,
      {},
      {
        title: 'Title is required',
        content: 'Content is required',
        category: 'Category is required',
      },
    ],
    [
      'blanks',
      newArticleSchema,
      { title: ' ', content: '\n', category },
      { title: 'Title is required', content: 'Content is required' },
    ],
    [
      'a category of nobody',
      newArticleSchema,
      { title: 'a', content: 'b', category: 'All' },
      { category: 'Category is required' },
    ],
    ['an edit without a title', articleEditSchema, { content: 'b', category }, { title: edit }],
    [
      'an edit without content',
      articleEditSchema,
      { title: 'a', content: '', category },
      { content: edit },
    ],
    [
      'a title that is too long',
      newArticleSchema,
      { title: 'a'.repeat(titleCharsMax + 1), content: 'b', category },
      { title: 'At most 150 characters' },
    ],
    [
      'content that is too long',
      newArticleSchema,
      { title: 'a', content: 'b'.repeat(contentCharsMax + 1), category },
      { content: 'At most 40000 characters' },
    ],
    [
      'a new video without anything',
      newVideoSchema,
      {},
      {
        url: 'YouTube URL is required',
        description: 'Description is required',
        category: 'Category is required',
      },
    ],
    [
      'a video elsewhere',
      newVideoSchema,
      { url: 'https://a.b', description: 'a', category },
      { url: bad },
    ],
    [
      'a description that is too long',
      newVideoSchema,
      { url, description: 'a'.repeat(descriptionCharsMax + 1), category },
      { description: 'At most 2000 characters' },
    ],
    [
      'an edited video without a URL',
      videoEditSchema,
      { url: '', description: 'a', category },
      { url: videoEdit },
    ],
    ['one without a description', videoEditSchema, { url, category }, { description: videoEdit }],
    [
      'one elsewhere',
      videoEditSchema,
      { url: 'https://a.b', description: 'a', category },
      { url: bad },
    ],
    [
      'an introduction without a URL',
      introVideoFieldsSchema,
      {},
      { url: 'Video URL is required.' },
    ],
    ['an introduction elsewhere', introVideoFieldsSchema, { url: 'https://a.b' }, { url: bad }],
  ])('for %s', (_, schema, given, fields) => {
    expect(texts(schema, given)).toEqual(fields)
  })
})

test('an article of an old client is plain text, and nothing else that it sends is read', () => {
  const given = { title: ' A\n title ', content: 'b\r\nc', category, author: 'me', _id: '1' }
  expect(v.parse(newArticleSchema, given)).toEqual({
    title: 'A title',
    content: 'b\nc',
    category,
    format: 'plain',
  })
})

test('what is stored has nothing unprintable in it', () => {
  expect(cleanText(' a\u0000\u0007\r\nb\u2028\u202e\ud800c\td ')).toBe('a\nb\u2028c\td')
  expect(cleanLine('a\n\n b\tc')).toBe('a b c')
  expect(cleanText('👩‍👧 مرحبا')).toBe('👩‍👧 مرحبا')
})

describe('a snippet', () => {
  test('is cut at 400 characters on a profile and at 600 on the list', () => {
    expect([profileSnippetCharsMax, listSnippetCharsMax]).toEqual([400, 600])
    for (const max of [400, 600]) {
      expect(snippetOf('a'.repeat(max), max)).toEqual({ text: 'a'.repeat(max), cut: false })
      expect(snippetOf('a'.repeat(max + 1), max)).toEqual({
        text: `${'a'.repeat(max)}...`,
        cut: true,
      })
    }
  })

  test('halves no character', () => {
    expect(snippetOf('👍'.repeat(400), 400)).toEqual({ text: '👍'.repeat(400), cut: false })
    expect(snippetOf('👍'.repeat(401), 400).text).toBe(`${'👍'.repeat(400)}...`)
  })
})

test('a video is called by the first line of its description', () => {
  expect(videoTitle({ description: 'A talk\nabout rest' })).toBe('A talk')
})

describe('a file name', () => {
  const name = '01a1fe7a-2afe-70f7-bd75-ecf1076066bb'

  test('of an image has a small sister', () => {
    expect(smallAttachment(`${name}.webp`)).toBe(`${name}-small.webp`)
    expect(wholeAttachment(`${name}-small.webp`)).toBe(`${name}.webp`)
    expect(smallAttachment(`${name}.pdf`)).toBe(`${name}.pdf`)
  })

  test.each([`${name}.webp`, `${name}-small.webp`, `${name}.pdf`])('may be %s', (given) => {
    expect(v.is(attachmentNameSchema, given)).toBe(true)
  })

  test.each([
    '../secrets.pdf',
    `${name}.html`,
    `${name}.webp.html`,
    `${name}-small.pdf`,
    name,
    `${name.toUpperCase()}.pdf`,
    'article.pdf',
    '',
  ])('is never %j', (given) => {
    expect(v.is(attachmentNameSchema, given)).toBe(false)
  })
})

describe('a question for a page', () => {
  const id = '01A1FE7A-2afe-70f7-bd75-ecf1076066bb'

  test('has its defaults', () => {
    expect(v.parse(pageQuerySchema, {})).toEqual({ limit: 50 })
    expect(v.parse(pageQuerySchema, { before: id, limit: '7' })).toEqual({
      before: id.toLowerCase(),
      limit: 7,
    })
    expect(v.parse(changesQuerySchema, {})).toEqual({ limit: 100 })
    expect(v.parse(searchQuerySchema, { q: ' a ' })).toEqual({ q: 'a', category: 'All', skip: 0 })
  })

  test.each<[v.GenericSchema, unknown]>([
    [pageQuerySchema, { limit: '0' }],
    [pageQuerySchema, { limit: '101' }],
    [pageQuerySchema, { limit: '1e2' }],
    [pageQuerySchema, { before: 'x' }],
    [pageQuerySchema, { page: '2' }],
    [changesQuerySchema, { since: '-1' }],
    [changesQuerySchema, { since: '9999999999999999' }],
    [searchQuerySchema, {}],
    [searchQuerySchema, { q: ' ' }],
    [searchQuerySchema, { q: 'a'.repeat(101) }],
    [searchQuerySchema, { q: 'a', category: 'Wealth' }],
    [searchQuerySchema, { q: 'a', skip: '81' }],
  ])('is refused: %#', (schema, query) => {
    expect(v.is(schema, query)).toBe(false)
  })
})

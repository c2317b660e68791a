import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { safeHref } from '#contract/library/blocks.ts'
import {
  youtubeEmbedUrl,
  youtubeIdOf,
  youtubeIdSchema,
  youtubeUrl,
  youtubeUrlSchema,
} from '#contract/library/model.ts'
import { hostileAddresses, hostileTexts } from '#tests/support/hostile.ts'

const id = 'RcGyVTAoXEU'

describe('a link may lead to', () => {
  test.each([
    'https://example.org',
    'http://example.org:8080/a/b?c=d&e=f#g',
    'HTTPS://EXAMPLE.ORG/A',
    'https://مثال.إختبار/صفحة',
    'mailto:help@example.org',
    'mailto:help@example.org?subject=Hello',
  ])('%s', (address) => {
    expect(safeHref(` ${address} `)).toBe(address)
  })

  test.each([...hostileAddresses, ...hostileTexts])('not %j', (address) => {
    expect(safeHref(address)).toBeUndefined()
  })
})

describe('a video on YouTube', () => {
  test.each([
    `https://www.youtube.com/watch?v=${id}`,
    `http://youtube.com/watch?v=${id}&t=30s`,
    `https://m.youtube.com/watch?app=desktop&v=${id}`,
    `https://music.youtube.com/watch?v=${id}#top`,
    `https://youtu.be/${id}`,
    `https://youtu.be/${id}?si=abc`,
    `https://www.youtube.com/embed/${id}`,
    `https://www.youtube-nocookie.com/embed/${id}?rel=0`,
    `https://www.youtube.com/shorts/${id}`,
    `https://www.youtube.com/live/${id}?feature=share`,
    `youtube.com/watch?v=${id}`,
    `YouTu.be/${id}`,
    `  https://www.youtube.com/watch?v=${id}  `,
  ])('is found in %j', (address) => {
    expect(youtubeIdOf(address)).toBe(id)
    expect(v.parse(youtubeUrlSchema('needed'), address)).toBe(youtubeUrl(id))
  })

  test.each([
    `https://youtube.com.evil.example/watch?v=${id}`,
    `https://evil.example/youtube.com/watch?v=${id}`,
    `https://evil.example/https://youtu.be/${id}`,
    `https://notyoutube.com/watch?v=${id}`,
    `https://youtube.com@evil.example/watch?v=${id}`,
    `https://evil.example@youtube.com/watch?v=${id}`,
    `https://youtube.com:8443/watch?v=${id}`,
    `https://youtube.com./watch?v=${id}`,
    `https://youtube.com\\@evil.example/watch?v=${id}`,
    `https://youtube.com%2eevil.example/watch?v=${id}`,
    `https://youtubе.com/watch?v=${id}`,
    `https://www.youtube.com.watch?v=${id}`,
    `https://youtu.be.evil.example/${id}`,
    `https://evil-youtu.be/${id}`,
    `//youtube.com/watch?v=${id}`,
    `ftp://youtube.com/watch?v=${id}`,
    `javascript:alert(1)//youtube.com/watch?v=${id}`,
    `https://www.youtube.com/watch?v=${id}extra`,
    `https://www.youtube.com/watch?v=short`,
    `https://www.youtube.com/watch?xv=${id}`,
    `https://www.youtube.com/watch#?v=${id}`,
    `https://www.youtube.com/playlist?list=${id}`,
    `https://www.youtube.com/redirect?q=https://evil.example&v=${id}`,
    `https://youtu.be/${id}/../evil`,
    `https://www.youtube.com/watch?v=${id}\n.evil.example`,
    'https://www.youtube.com/',
    'https://youtu.be/',
    ...hostileAddresses,
    ...hostileTexts,
  ])('is not found in %j', (address) => {
    const parsed = v.safeParse(youtubeUrlSchema('needed'), address)
    const found = youtubeIdOf(address)
    // What is left of an address after its eleven characters never matters: only they are kept.
    expect([found, parsed.success]).toEqual(
      address.includes(`youtu.be/${id}/..`) ? [id, true] : [undefined, false],
    )
  })

  test('is stored, shown and played by its eleven characters alone', () => {
    expect(youtubeUrl(id)).toBe('https://www.youtube.com/watch?v=RcGyVTAoXEU')
    expect(youtubeEmbedUrl(id)).toBe('https://www.youtube-nocookie.com/embed/RcGyVTAoXEU')
    expect(v.is(youtubeIdSchema, id)).toBe(true)
    for (const bad of ['short', `${id}x`, '../../../etc', 'RcGyVTAoXE/', '']) {
      expect(v.is(youtubeIdSchema, bad)).toBe(false)
    }
  })
})

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { profileImageRule } from '#contract/file-rule.ts'
import { createProfileImages, type ProfileImages } from '#server/features/account/stored-files.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { createPictures, tooManyPixelsText } from '#server/http/static/pictures.ts'
import { photoWithPlace, picture, pngBomb } from '#tests/support/pictures.ts'

describe('a profile image', () => {
  let directory: string
  let images: ProfileImages

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'zync-images-'))
    images = createProfileImages(createPictures())
    // The server writes WebP and never reads it; the tests look into it.
    sharp.unblock({ operation: ['VipsForeignLoadWebp'] })
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  async function render(content: Buffer | string): Promise<Buffer> {
    const path = join(directory, 'given')
    await writeFile(path, content)
    return images.render(path, profileImageRule, (imagePath) => readFile(imagePath))
  }
  const refusal = (content: Buffer | string): Promise<unknown> =>
    render(content).catch((error: unknown) => error instanceof ProblemError && error.body)

  test.each(['png', 'jpeg'] as const)('of a %s becomes a square WebP', async (format) => {
    const image = await render(await picture(700, 300, format))
    expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
  })

  test('stands upright and tells nothing of where it was taken', async () => {
    const photo = await photoWithPlace()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const image = await render(photo)
    const facts = await sharp(image).metadata()
    expect(facts.exif).toBeUndefined()
    expect(facts.orientation).toBeUndefined()
    expect(image.includes('secret words')).toBe(false)
    // Turned to the right, what was left is at the top.
    const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true })
    const pixel = (x: number, y: number) => (y * info.width + x) * info.channels
    const [top, bottom] = [pixel(256, 20), pixel(256, 490)]
    expect([data[top], data[top + 2]].map((value) => (value ?? 0) > 128)).toEqual([true, false])
    expect([data[bottom], data[bottom + 2]].map((value) => (value ?? 0) > 128)).toEqual([
      false,
      true,
    ])
  })

  test.each([
    [30_000, 30_000],
    [1_000_000, 41],
    [6_400, 6_300],
  ])('of %i by %i pixels is refused before it is unpacked', async (width, height) => {
    expect(await refusal(pngBomb(width, height))).toMatchObject({
      code: 'invalid_file',
      fields: { profileImg: tooManyPixelsText },
    })
  })

  test.each([
    ['a text', 'This is no picture'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['a PNG that is cut off in its head', pngBomb(9, 9).subarray(0, 20)],
    ['what starts like a JPEG alone', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])],
  ])('is refused when it is %s', async (_, content) => {
    expect(await refusal(content)).toMatchObject({
      code: 'invalid_file',
      fields: { profileImg: profileImageRule.kindText },
    })
  })

  test('leaves nothing beside what was given', async () => {
    await render(await picture(10, 10))
    await refusal('text')
    const failing = images.render(join(directory, 'given'), profileImageRule, async () => 'never')
    await expect(failing).rejects.toThrow('invalid_file')
    expect(await readdir(directory)).toEqual(['given'])
  })
})

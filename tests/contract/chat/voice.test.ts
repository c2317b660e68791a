import { describe, expect, test } from 'vitest'
import {
  soundLengthMs,
  judgeVoice,
  voiceBytesMax,
  voiceMsMax,
  voiceTexts,
} from '#contract/chat/voice.ts'
import { mp3Of, picture } from '#tests/support/pictures.ts'
import { tinyPdf } from '#tests/support/registration.ts'
import { mp4Of, webmOf } from '#tests/support/sounds.ts'

const seconds = (bytes: Uint8Array) => Math.round((soundLengthMs(bytes) ?? NaN) / 1_000)

describe('how long a recording is', () => {
  test.each([
    ['a WebM of Chrome or Firefox', webmOf({ seconds: 3 }), 3],
    ['a WebM of a minute', webmOf({ seconds: 60 }), 60],
    ['an MP4 in fragments', mp4Of({ seconds: 4 }), 4],
    ['an MP4 whose samples are all as long', mp4Of({ seconds: 5, lengthIn: 'usual' }), 5],
    ['an MP4 that says it in its head', mp4Of({ seconds: 6, lengthIn: 'head' }), 6],
  ])('is read from %s', (_, bytes, length) => {
    expect(seconds(bytes)).toBe(length)
  })

  test('is to the packet', () => {
    expect(soundLengthMs(webmOf({ seconds: 1 }))).toBe(1_000)
  })

  test('of a head alone is none', () => {
    expect(soundLengthMs(webmOf({ seconds: 0 }))).toBeUndefined()
    expect(soundLengthMs(mp4Of({ seconds: 0 }))).toBeUndefined()
  })
})

describe('no voice note is', () => {
  test.each([
    ['a film', webmOf({ tracks: [1] })],
    ['a film with sound', webmOf({ tracks: [1, 2] })],
    ['two voices over one another', webmOf({ tracks: [2, 2] })],
    ['a WebM without a track', webmOf({ tracks: [] })],
    ['a film in an MP4', mp4Of({ handlers: ['vide'] })],
    ['a film with sound in an MP4', mp4Of({ handlers: ['soun', 'vide'] })],
    ['an MP4 of something else', mp4Of({ handlers: ['text'] })],
    ['a PDF', tinyPdf],
    ['music', mp3Of()],
    ['nothing', Buffer.alloc(0)],
    ['the mark of a WebM and no more', Buffer.from('1a45dfa3', 'hex')],
    [
      'zeros behind the mark of a WebM',
      Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(100)]),
    ],
  ])('%s', (_, bytes) => {
    expect(judgeVoice(bytes)).toEqual({
      status: 'refused',
      why: 'noSound',
      text: voiceTexts.noSound,
    })
  })

  test('a picture', async () => {
    expect(judgeVoice(await picture(4, 4)).status).toBe('refused')
  })

  test.each([
    ['a WebM', webmOf({ seconds: 2 })],
    ['an MP4', mp4Of({ seconds: 2 })],
  ])('%s that was cut within its last piece', (_, bytes) => {
    expect(judgeVoice(bytes.subarray(0, bytes.length - 3)).status).toBe('refused')
  })

  test.each([
    ['a WebM', webmOf({ seconds: 62 })],
    ['an MP4', mp4Of({ seconds: 62 })],
    ['an MP4 that says so in its head', mp4Of({ seconds: 3_600, lengthIn: 'head' })],
  ])('%s of more than a minute', (_, bytes) => {
    expect(judgeVoice(bytes)).toEqual({
      status: 'refused',
      why: 'tooLong',
      text: voiceTexts.tooLong,
    })
  })

  test('one of more than 2 MB, however short it says it is', () => {
    const filled = Buffer.concat([webmOf(), Buffer.alloc(voiceBytesMax)])
    expect(judgeVoice(filled)).toEqual({
      status: 'refused',
      why: 'tooLarge',
      text: voiceTexts.tooLarge,
    })
  })
})

test('a recording that ends with its packet past the minute is one of a minute', () => {
  const bytes = Buffer.concat([webmOf({ seconds: 60 })])
  expect(judgeVoice(bytes)).toEqual({ status: 'voice', ms: voiceMsMax })
  expect(judgeVoice(webmOf({ seconds: 61 }))).toEqual({ status: 'voice', ms: voiceMsMax })
})

test('no bytes make the reading throw, or take long', () => {
  const whole = [webmOf({ seconds: 1 }), mp4Of({ seconds: 1 })]
  for (const bytes of whole) {
    for (let at = 0; at < bytes.length; at += 7) {
      const broken = Buffer.from(bytes)
      broken[at] = (broken[at] ?? 0) ^ 0xff
      expect(() => judgeVoice(broken)).not.toThrow()
      expect(() => judgeVoice(bytes.subarray(0, at))).not.toThrow()
    }
  }
})

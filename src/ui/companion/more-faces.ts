import { addFaces, caring, dot, line, type Extra, type Drawing, type Shape } from './face.tsx'

const heavy: readonly Shape[] = [
  { d: 'M20.8 37h6.4a3.2 3.2 0 0 1-6.4 0z', fill: 'ink' },
  { d: 'M36.8 37h6.4a3.2 3.2 0 0 1-6.4 0z', fill: 'ink' },
  line('M20 38.4l8-2M36 36.4l8 2'),
]
const dizzy: readonly Shape[] = [
  line('M21.4 34.6l5.2 5.2m0-5.2l-5.2 5.2M37.4 34.6l5.2 5.2m0-5.2l-5.2 5.2'),
]
const yawn: readonly Shape[] = [
  { d: 'M27.8 47a4.2 5 0 1 0 8.4 0a4.2 5 0 1 0-8.4 0z', fill: 'ink' },
  { d: 'M29.4 49.6c1-1.6 4.2-1.6 5.2 0-1 2.6-4.2 2.6-5.2 0z', fill: 'tongue' },
]
const yum: readonly Shape[] = [
  line('M25 43.6c2 4.4 12 4.4 14 0'),
  { d: 'M32.6 46.7c-.2 5 5.4 5 5.2-1.1z', fill: 'tongue' },
]
const wavy: readonly Shape[] = [line('M25 46.6c1.8-2.6 3.6-2.6 4.8 0s3 2.6 4.6 0 3-2.6 4.6 0')]

const sleep: Extra = {
  shapes: [line('M47 17.6h5.4l-5.4 6.2h5.4M54.4 8.6h4.4l-4.4 5.2h4.4')],
  apart: true,
}
const rush: Extra = { shapes: [line('M2.6 33h6M1.6 41h6M4 49h6')], apart: true }
const steps: Extra = { shapes: [line('M21 60.6h7M37 60.6h7')], apart: true }
const cushion: Extra = {
  shapes: [
    {
      d: 'M5 55c0-4.4 2.6-6.4 6.4-6.4h41.2c3.8 0 6.4 2 6.4 6.4 0 4-2.4 6-6.4 6H11.4c-4 0-6.4-2-6.4-6z',
      fill: 'cushion',
    },
  ],
  apart: true,
}
const glass: Extra = {
  shapes: [
    { d: 'M38.6 47a8.4 8.4 0 1 0 16.8 0a8.4 8.4 0 1 0-16.8 0z', fill: 'cloud' },
    line('M38.6 47a8.4 8.4 0 1 0 16.8 0a8.4 8.4 0 1 0-16.8 0zM53.2 53.2l7 7'),
  ],
}
const letter: Extra = {
  shapes: [
    { d: 'M35 45.6h24.4v15.4H35z', fill: 'cloud' },
    line('M35 45.6h24.4v15.4H35zl12.2 8.6 12.2-8.6'),
  ],
}
const bubble: Extra = {
  shapes: [
    {
      d: 'M42 5.6h14.6c2.8 0 4.6 1.8 4.6 4.4v5.6c0 2.6-1.8 4.4-4.6 4.4h-6.4l-5.6 5v-5H42c-2.8 0-4.6-1.8-4.6-4.4V10c0-2.6 1.8-4.4 4.6-4.4z',
      fill: 'cloud',
    },
    dot(43.6, 12.8, 1.5),
    dot(49.3, 12.8, 1.5),
    dot(55, 12.8, 1.5),
  ],
}
const page: Extra = {
  shapes: [
    { d: 'M38 39h19.4v22.4H38z', fill: 'cloud' },
    line('M38 39h19.4v22.4H38zM42.6 45.6h10.2M42.6 50.4h10.2M42.6 55.2h6'),
  ],
}
const calendar: Extra = {
  shapes: [
    { d: 'M36 43h23v18.4H36z', fill: 'cloud' },
    { d: 'M36 43h23v5.6H36z', fill: 'tongue' },
    line('M36 43h23v18.4H36zM41.8 40v4M53.2 40v4M42 54.6h.1M47.5 54.6h.1M53 54.6h.1'),
  ],
}
const film: Extra = {
  shapes: [
    { d: 'M35.6 44h24v16.6h-24z', fill: 'cushion' },
    { d: 'M44.6 47.8v9l8-4.5z', fill: 'cloud' },
  ],
}
const ribbon: Extra = {
  shapes: [{ d: 'M43 40h12.6v21.4l-6.3-4.8-6.3 4.8z', fill: 'tongue' }],
}
const compass: Extra = {
  shapes: [
    { d: 'M38.6 50a10 10 0 1 0 20 0a10 10 0 1 0-20 0z', fill: 'cloud' },
    { d: 'M53.8 44.8l-3.4 7-7 3.4 3.4-7z', fill: 'tongue' },
    line('M38.6 50a10 10 0 1 0 20 0a10 10 0 1 0-20 0z'),
  ],
}

const book: Extra = {
  shapes: [
    {
      d: 'M32 52c-5-3.4-11-4.2-18-3.2v13c7-1 13-.2 18 3.2 5-3.4 11-4.2 18-3.2v-13c-7-1-13-.2-18 3.2z',
      fill: 'cloud',
    },
    line(
      'M32 52c-5-3.4-11-4.2-18-3.2v13c7-1 13-.2 18 3.2 5-3.4 11-4.2 18-3.2v-13c-7-1-13-.2-18 3.2zM32 52v12',
    ),
  ],
}
const ball: Extra = {
  shapes: [
    { d: 'M40 52a9.6 9.6 0 1 0 19.2 0a9.6 9.6 0 1 0-19.2 0z', fill: 'plaster' },
    line('M40 52a9.6 9.6 0 1 0 19.2 0a9.6 9.6 0 1 0-19.2 0zM40 52h19.2M49.6 42.4v19.2'),
  ],
}
const blossom: Extra = {
  shapes: [
    ...[0, 1, 2, 3, 4].map((at): Shape => {
      const angle = (at * 2 * Math.PI) / 5
      return {
        d: dot(Math.round(46 + 4.6 * Math.cos(angle)), Math.round(21 + 4.6 * Math.sin(angle)), 3.6)
          .d,
        fill: 'tongue',
      }
    }),
    { d: dot(46, 21, 2.6).d, fill: 'cloud' },
  ],
}
const headphones: Extra = {
  shapes: [
    line('M11.6 38C11 14 53 14 52.4 38'),
    {
      d: 'M6.6 36h8v13h-3.6c-2.6 0-4.4-2-4.4-4.4zM57.4 36h-8v13H53c2.6 0 4.4-2 4.4-4.4z',
      fill: 'cushion',
    },
  ],
}
const palette: Extra = {
  shapes: [
    {
      d: 'M47 40c8 0 13 4.6 13 10.4 0 5-4 5.6-7 5-2-.4-3 1-2.4 2.6.6 1.8-.8 3-3 3-7.6 0-13-4.6-13-10.6S40 40 47 40z',
      fill: 'cloud',
    },
    { d: dot(41, 50, 2.2).d, fill: 'tongue' },
    { d: dot(46, 45.4, 2.2).d, fill: 'tear' },
    { d: dot(53, 47, 2.2).d, fill: 'plaster' },
  ],
}
const bag: Extra = {
  shapes: [{ d: 'M38 46h20l2 16H36z', fill: 'cushion' }, line('M43 50v-5c0-6 10-6 10 0v5')],
}
const lock: Extra = {
  shapes: [{ d: 'M38 49h19v13H38z', fill: 'plaster' }, line('M42 49v-4c0-7 11-7 11 0v4M47.5 54v3')],
}

const searching: Drawing = {
  tint: 'sky',
  leaves: 'wide',
  eyes: 'wide',
  mouth: 'slant',
  extra: glass,
}
const chatting: Drawing = {
  tint: 'mint',
  leaves: 'up',
  eyes: 'open',
  mouth: 'smile',
  extra: bubble,
}
const planning: Drawing = {
  tint: 'sky',
  leaves: 'up',
  eyes: 'open',
  mouth: 'smile',
  extra: calendar,
}
const watching: Drawing = {
  tint: 'lilac',
  leaves: 'wide',
  eyes: 'open',
  mouth: 'smile',
  extra: film,
}
const writing: Drawing = { tint: 'mint', leaves: 'wide', eyes: 'down', mouth: 'smile', extra: page }
const saving: Drawing = { tint: 'sun', leaves: 'wide', eyes: 'glad', mouth: 'smile', extra: ribbon }
const posting: Drawing = { tint: 'sun', leaves: 'up', eyes: 'open', mouth: 'smile', extra: letter }
const setOut: Drawing = { tint: 'sun', leaves: 'up', eyes: 'open', mouth: 'smile', extra: compass }
const calm: Drawing = { tint: 'mint', leaves: 'wide', eyes: 'shut', mouth: 'smile' }
const firm: Drawing = { tint: 'lilac', leaves: 'low', eyes: 'open', mouth: 'flat', brows: true }

const reading: Drawing = { tint: 'sky', leaves: 'up', eyes: 'open', mouth: 'smile', extra: book }
const listening: Drawing = {
  tint: 'mint',
  leaves: 'up',
  eyes: 'shut',
  mouth: 'smile',
  cheeks: true,
  extra: headphones,
}

addFaces({
  // Fitness
  '🏃': { tint: 'sun', leaves: 'up', eyes: 'wide', mouth: 'grin', extra: rush, lean: 12 },
  '🚶': { tint: 'mint', leaves: 'wide', eyes: 'open', mouth: 'smile', extra: steps, lean: 5 },
  '🧍': { tint: 'sky', leaves: 'wide', eyes: 'open', mouth: 'flat' },
  '🛋️': { tint: 'lilac', leaves: 'low', eyes: 'shut', mouth: 'flat', extra: cushion },
  // Sleep
  '😴': { tint: 'sun', leaves: 'wide', eyes: 'shut', mouth: 'smile', cheeks: true, extra: sleep },
  '😌': calm,
  '🥱': { tint: 'sky', leaves: 'low', eyes: heavy, mouth: yawn },
  '😵': { tint: 'lilac', leaves: 'low', eyes: dizzy, mouth: wavy },
  // Diet
  '😋': { tint: 'sun', leaves: 'up', eyes: 'glad', mouth: yum, cheeks: true },
  '😐': { tint: 'mint', leaves: 'wide', eyes: 'open', mouth: 'flat' },
  '😕': { tint: 'sky', leaves: 'low', eyes: 'open', mouth: 'slant' },
  '😞': { tint: 'lilac', leaves: 'low', eyes: 'down', mouth: 'frown', brows: true },
  // Empty states, dialogs and finishes
  '🔎': searching,
  '💬': chatting,
  '📅': planning,
  '🗓️': planning,
  '🎬': watching,
  '🎞️': watching,
  '📝': writing,
  '✏️': writing,
  '🧾': writing,
  '🎟️': writing,
  '🗂️': writing,
  '🔖': saving,
  '🏷️': saving,
  '📬': posting,
  '📮': posting,
  '💛': caring,
  '💜': caring,
  '🧭': setOut,
  '🍃': calm,
  '🪁': calm,
  '🙈': calm,
  '🔔': calm,
  '🛑': firm,
  // Cards that lead somewhere
  '📚': reading,
  '📖': reading,
  '🎧': listening,
  '🏀': { tint: 'sun', leaves: 'up', eyes: 'glad', mouth: 'grin', extra: ball },
  '🌸': {
    tint: 'lilac',
    leaves: 'wide',
    eyes: 'open',
    mouth: 'smile',
    cheeks: true,
    extra: blossom,
  },
  '🫶': { tint: 'sun', leaves: 'up', eyes: 'glad', mouth: 'smile', cheeks: true, extra: 'heart' },
  '💓': { tint: 'lilac', leaves: 'up', eyes: 'open', mouth: 'smile', cheeks: true, extra: 'heart' },
  '🎨': { tint: 'sun', leaves: 'wide', eyes: 'glad', mouth: 'smile', cheeks: true, extra: palette },
  '🛍️': { tint: 'mint', leaves: 'up', eyes: 'glad', mouth: 'smile', cheeks: true, extra: bag },
  '🌳': { tint: 'mint', leaves: 'up', eyes: 'glad', mouth: 'smile', cheeks: true, extra: blossom },
  '🧸': { tint: 'sun', leaves: 'wide', eyes: 'open', mouth: 'smile', cheeks: true, extra: 'heart' },
  '🔋': { tint: 'sun', leaves: 'up', eyes: 'wide', mouth: 'grin', extra: 'spark' },
  '🔒': { tint: 'lilac', leaves: 'wide', eyes: 'open', mouth: 'smile', cheeks: true, extra: lock },
  '🌙': { tint: 'sky', leaves: 'wide', eyes: 'shut', mouth: 'smile', extra: sleep },
  '🚧': calm,
})

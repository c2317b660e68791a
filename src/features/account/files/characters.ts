import * as m from '#src/i18n/paraglide/messages.js'

/** A filled shape, or a line of that width, in the view box 0 0 100 100. */
export interface CharacterPart {
  readonly d: string
  readonly color: string
  readonly width?: number
}

export interface Character {
  readonly id: string
  readonly label: () => string
  readonly parts: readonly CharacterPart[]
}

const ink = '#35243f'
const white = '#ffffff'
const blush = '#f58aa0'

const fill = (color: string, d: string): CharacterPart => ({ d, color })
const line = (color: string, width: number, d: string): CharacterPart => ({ d, color, width })
const oval = (color: string, x: number, y: number, rx: number, ry = rx): CharacterPart =>
  fill(color, `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`)
/** The same on both sides of the middle. */
const ovals = (color: string, dx: number, y: number, rx: number, ry = rx): CharacterPart[] =>
  [50 - dx, 50 + dx].map((x) => oval(color, x, y, rx, ry))

const eyes = (dx = 13, y = 54, r = 4) => [
  ...ovals(ink, dx, y, r),
  ...[50 - dx, 50 + dx].map((x) => oval(white, x + 1.3, y - 1.4, r * 0.34)),
]
const smile = (y = 66) => line(ink, 2.6, `M43 ${y}c2 4.6 12 4.6 14 0`)
const cheeks = (dx = 22, y = 64) => ovals(blush, dx, y, 4.6, 3)
const nose = (y = 61) => oval(ink, 50, y, 4, 3)

/** Pictures for people who would rather not show their face: ours, equal, and none of them a person. */
export const characters: readonly Character[] = [
  {
    id: 'cat',
    label: m.profile_character_cat,
    parts: [
      fill('#f2a65a', 'M20 50L22 16l26 17zM80 50L78 16 52 33z'),
      fill('#ffd9b0', 'M26 40l1-14 12 9zM74 40l-1-14-12 9z'),
      oval('#f2a65a', 50, 58, 33, 29),
      fill('#d9843b', 'M46 30h8l-4 13zM35 33l6-1 1 9zM65 33l-6-1-1 9z'),
      ...eyes(),
      ...cheeks(),
      fill(blush, 'M46 60h8l-4 4.6z'),
      line(
        ink,
        2.4,
        'M50 64.6c-1 4-6 5-8 2M50 64.6c1 4 6 5 8 2M24 62l-12-2M24 67l-11 3M76 62l12-2M76 67l11 3',
      ),
    ],
  },
  {
    id: 'fox',
    label: m.profile_character_fox,
    parts: [
      fill('#e86f3a', 'M14 18l30 14-24 24zM86 18L56 32l24 24z'),
      fill(ink, 'M14 18l13 6-8 10zM86 18l-13 6 8 10z'),
      fill(
        '#e86f3a',
        'M50 28c22 0 35 12 35 27 0 12-18 30-35 33-17-3-35-21-35-33 0-15 13-27 35-27z',
      ),
      fill(white, 'M16 58c10 0 20 4 34 22 14-18 24-22 34-22-2 12-18 27-34 30-16-3-32-18-34-30z'),
      ...eyes(14, 55),
      oval(ink, 50, 82, 5.4, 4.4),
    ],
  },
  {
    id: 'bear',
    label: m.profile_character_bear,
    parts: [
      ...ovals('#a8714a', 25, 32, 12),
      ...ovals('#d6a27a', 25, 32, 6.5),
      oval('#a8714a', 50, 57, 34, 31),
      oval('#e2b48e', 50, 68, 16, 13),
      ...eyes(14, 53),
      nose(63),
      smile(70),
    ],
  },
  {
    id: 'panda',
    label: m.profile_character_panda,
    parts: [
      ...ovals(ink, 26, 30, 12),
      oval(white, 50, 57, 35, 31),
      ...ovals(ink, 15, 54, 9.5, 11),
      ...ovals(white, 13, 52, 3.2),
      nose(66),
      smile(71),
      ...cheeks(25, 68),
    ],
  },
  {
    id: 'bunny',
    label: m.profile_character_bunny,
    parts: [
      ...ovals('#f4ecf7', 14, 24, 9, 21),
      ...ovals('#f7b8c8', 14, 25, 4.4, 14),
      oval('#f4ecf7', 50, 62, 31, 27),
      ...eyes(12, 58),
      ...cheeks(20, 68),
      fill(blush, 'M46.4 65h7.2l-3.6 4.2z'),
      smile(71),
    ],
  },
  {
    id: 'koala',
    label: m.profile_character_koala,
    parts: [
      ...ovals('#8d97ad', 32, 38, 16),
      ...ovals('#f0c9d2', 32, 39, 9),
      oval('#a5afc4', 50, 58, 31, 29),
      ...eyes(15, 52, 3.8),
      oval(ink, 50, 61, 6.6, 9),
      smile(74),
      ...cheeks(23, 66),
    ],
  },
  {
    id: 'frog',
    label: m.profile_character_frog,
    parts: [
      ...ovals('#6cc070', 19, 34, 13),
      oval('#6cc070', 50, 62, 36, 27),
      ...ovals(white, 19, 34, 8),
      ...ovals(ink, 18, 35, 4.2),
      line(ink, 2.8, 'M30 64c8 12 32 12 40 0'),
      ...cheeks(27, 60),
      oval('#8fd893', 50, 82, 18, 6),
    ],
  },
  {
    id: 'owl',
    label: m.profile_character_owl,
    parts: [
      fill(
        '#7d6bb3',
        'M20 20c8 6 16 8 30 8s22-2 30-8c5 12 6 22 6 34 0 22-16 35-36 35S14 76 14 54c0-12 1-22 6-34z',
      ),
      oval('#a799d6', 50, 76, 21, 12),
      ...ovals(white, 15, 48, 14),
      ...ovals(ink, 13, 49, 6),
      ...ovals(white, 12, 47, 2),
      fill('#f6b042', 'M44 58h12l-6 10z'),
      line(white, 2.2, 'M40 76l4 3 4-3 4 3 4-3 4 3'),
    ],
  },
  {
    id: 'penguin',
    label: m.profile_character_penguin,
    parts: [
      oval('#34456b', 50, 56, 34, 34),
      fill(white, 'M50 46c7-12 25-9 25 9 0 16-11 29-25 29S25 71 25 55c0-18 18-21 25-9z'),
      ...eyes(13, 53),
      ...cheeks(20, 63),
      fill('#f6a13c', 'M42 61c5-4 11-4 16 0-3 6-13 6-16 0z'),
    ],
  },
  {
    id: 'cactus',
    label: m.profile_character_cactus,
    parts: [
      line('#4fa36b', 13, 'M33 66H21V50M67 60h12V44'),
      fill('#5bb97b', 'M32 46c0-26 36-26 36 0v42H32z'),
      line('#7fd19a', 2.4, 'M40 36v6M50 32v6M60 36v6M40 78v6M60 78v6'),
      ...eyes(9, 56, 3.6),
      smile(65),
      ...cheeks(14, 64),
      ...[-7, 0, 7].map((dx) => oval('#ff8fab', 50 + dx, dx === 0 ? 18 : 23, 6)),
      oval('#ffd166', 50, 24, 4.4),
      fill('#c9744a', 'M26 84h48l-4 16H30z'),
    ],
  },
  {
    id: 'robot',
    label: m.profile_character_robot,
    parts: [
      line('#6d7fa6', 4, 'M50 30V18'),
      oval('#ffcd57', 50, 15, 5.6),
      fill('#6d7fa6', 'M10 52h8v18h-8zM82 52h8v18h-8z'),
      fill(
        '#93a6cf',
        'M28 30h44c7 0 12 5 12 12v34c0 7-5 12-12 12H28c-7 0-12-5-12-12V42c0-7 5-12 12-12z',
      ),
      fill('#2b3557', 'M31 40h38c4 0 7 3 7 7v17c0 4-3 7-7 7H31c-4 0-7-3-7-7V47c0-4 3-7 7-7z'),
      ...ovals('#7df0d0', 12, 53, 5, 6),
      line('#7df0d0', 2.8, 'M43 63c3 4 11 4 14 0'),
      line('#6d7fa6', 3, 'M36 80h28'),
    ],
  },
  {
    id: 'planet',
    label: m.profile_character_planet,
    parts: [
      line('#f6b042', 6, 'M22 66C6 74 2 82 8 84c10 4 46-8 68-22 14-9 22-18 18-22-3-3-10-1-18 3'),
      oval('#c56fc9', 50, 54, 30),
      fill('#d992dc', 'M30 32c12 3 28 3 40 0l4 5.5c-15 4-33 4-48 0z'),
      ...eyes(11, 47, 3.8),
      smile(55),
      ...cheeks(19, 54),
      line('#f6b042', 6, 'M30 78c14-3 32-9 46-18'),
      ...[12, 86].map((x) => oval(white, x, x === 12 ? 26 : 18, 2.4)),
    ],
  },
]

/** The ground behind a character. */
export const grounds = [
  { color: '#ffd9c2', label: m.profile_ground_peach },
  { color: '#ffd0dc', label: m.profile_ground_pink },
  { color: '#e0d3ff', label: m.profile_ground_lilac },
  { color: '#c9e3ff', label: m.profile_ground_sky },
  { color: '#c8eed8', label: m.profile_ground_mint },
  { color: '#ffe7a0', label: m.profile_ground_sun },
] as const
export type Ground = (typeof grounds)[number]

import type { Specialty } from '#contract/reference/specialties.ts'
import styles from './specialty-picture.module.css'

/** What a specialty does, drawn on a pebble of its own. Decoration: its name is beside it. */
export function SpecialtyPicture({ specialty }: { specialty: Specialty }) {
  const drawing = drawings[specialty]
  if (!drawing) return null
  const { color, filled, lines } = drawing
  return (
    <svg className={styles.picture} viewBox="0 0 48 48" aria-hidden="true">
      <path className={styles.pebble} d="M23 2c14-1 23 8 23 22S37 46 24 46 2 38 2 25 9 3 23 2z" />
      {filled && <path className={styles.line} d={filled} fill={color} />}
      {lines && <path className={styles.line} d={lines} fill="none" />}
    </svg>
  )
}

interface Drawing {
  readonly color: string
  /** Shapes in the color, with an outline. */
  readonly filled?: string
  readonly lines?: string
}

const coral = '#ff9e8a'
const gold = '#ffcd57'
const green = '#8fdcae'
const blue = '#97c8f5'
const violet = '#c3b0f4'
const pink = '#f7a8bd'

/** Those of the grid (spec 9). */
const drawings: Readonly<Partial<Record<Specialty, Drawing>>> = {
  'Fitness Coach': {
    color: coral,
    filled: 'M13 16h5v16h-5zM30 16h5v16h-5z',
    lines: 'M18 24h12M9.5 20v8M38.5 20v8',
  },
  'Life Coach': {
    color: gold,
    filled: 'M30 18l-3.6 8.4L18 30l3.6-8.4z',
    lines: 'M11 24a13 13 0 1 0 26 0a13 13 0 1 0-26 0z',
  },
  'Wellness Coach': {
    color: green,
    filled: 'M14 34C12 20 22 13 36 12c1 14-8 24-22 22z',
    lines: 'M11 37l14-14',
  },
  'Art Therapist': {
    color: violet,
    filled:
      'M24 11c8 0 14 5 14 12 0 6-5 6.5-8 6-2.5-.4-3.5 1-2.8 3 .8 2-.8 4-3.2 4-8 0-14-5-14-12s6-13 14-13z',
    lines: 'M17 22h.1M22 17h.1M29 18h.1M17 28h.1',
  },
  'Behavioural Therapist': {
    color: blue,
    filled: 'M13 18h7a4 4 0 1 1 8 0h7v7a4 4 0 1 1 0 8v3H13z',
  },
  'Meditation Therapist': {
    color: pink,
    filled:
      'M24 35c-8 1-13-3-14-11 5-1 9 1 11 5-1-6 0-11 3-15 3 4 4 9 3 15 2-4 6-6 11-5-1 8-6 12-14 11z',
  },
  'Music Therapist': {
    color: coral,
    filled: 'M13 33a4 3.4 0 1 0 8 0a4 3.4 0 1 0-8 0zM27 30a4 3.4 0 1 0 8 0a4 3.4 0 1 0-8 0z',
    lines: 'M21 33V16l14-3v17',
  },
  'Nutritional Therapist': {
    color: green,
    filled: 'M24 19c-4-3-12-1-12 7s6 12 9 12c1.5 0 2-.8 3-.8s1.5.8 3 .8c3 0 9-4 9-12s-8-10-12-7z',
    lines: 'M24 19c0-4 1.5-7 5-9',
  },
  Psychotherapist: {
    color: violet,
    filled: 'M15 24v-6c0-3 2-5 5-5h8c3 0 5 2 5 5v6M11 26c0-4 6-4 6 0v3h14v-3c0-4 6-4 6 0v8H11z',
    lines: 'M15 34v3M33 34v3',
  },
  'Yoga Therapist': {
    color: gold,
    filled: 'M15 32a9 9 0 0 1 18 0z',
    lines: 'M24 14v4M12.5 19.5l3 3M35.5 19.5l-3 3M10 32h28M14 37h20',
  },
  'Social Worker': {
    color: coral,
    filled:
      'M13.5 18a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0zM25.5 18a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z',
    lines: 'M10 35c0-6 3-9 8-9 4 0 6 3 6 5 0-2 2-5 6-5 5 0 8 3 8 9',
  },
  'Soft Skills Instructor': {
    color: blue,
    filled:
      'M14 12h20c3 0 4 1.5 4 4v10c0 2.5-1 4-4 4H24l-7 6v-6h-3c-3 0-4-1.5-4-4V16c0-2.5 1-4 4-4z',
    lines: 'M17 21h.1M24 21h.1M31 21h.1',
  },
  'Academic Teacher': {
    color: gold,
    filled: 'M13 35V13l22 22z',
    lines: 'M18 30v-5l5 5z',
  },
  'Spiritual Coach': {
    color: violet,
    filled: 'M24 10c1.5 9 5 12.5 14 14-9 1.5-12.5 5-14 14-1.5-9-5-12.5-14-14 9-1.5 12.5-5 14-14z',
  },
  Psychiatrist: {
    color: pink,
    filled: 'M30 26a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z',
    lines: 'M14 13v7a6 6 0 0 0 12 0v-7M20 26v4c0 8 13.5 8 13.5 0v-.5',
  },
  'Sleep Therapist': {
    color: blue,
    filled: 'M34 29A12 12 0 0 1 18 14a12.5 12.5 0 1 0 16 15z',
    lines: 'M28 13h7l-7 7h7',
  },
}

import { cardOf } from '../cards.ts'
import type { Quest } from '../model.ts'
import { range, scoreIn } from '../rules.ts'
import { numbered } from '../scales.ts'
import { spotlightPairs } from '../spotlight-pairs.ts'

const card = cardOf('npd')

export const npd: Quest = {
  ...card,
  source: {
    instrument: 'Narcissistic Personality Inventory, 40 pairs',
    citation: 'Raskin R, Terry H (1988). J Pers Soc Psychol 54:890-902.',
    licence: 'copyright_unclear',
    licenceNote:
      'Printed in a journal, no open licence. Topics only, all words ours; looks became style. It does not measure a disorder. For review by a clinician before it is switched on.',
    bands:
      'Ours: quartiles and the 90th percentile of 10,440 open answers; no clinical cut exists.',
  },
  timeFrame: 'Think about how you usually are.',
  notice:
    'There is no good or bad side here. This shows a style, not a label, and it is no medical test.',
  showsScores: true,
  questions: numbered(card.id, spotlightPairs),
  reverse: [],
  scores: [
    {
      id: 'total',
      label: 'Spotlight',
      expr: { op: 'sum', items: range(1, 40) },
      min: 0,
      max: 40,
      primary: true,
    },
    {
      id: 'authority',
      label: 'Taking the lead',
      expr: { op: 'sum', items: [1, 8, 10, 11, 12, 32, 33, 36] },
      min: 0,
      max: 8,
    },
    {
      id: 'selfsufficiency',
      label: 'Standing alone',
      expr: { op: 'sum', items: [17, 21, 22, 31, 34, 39] },
      min: 0,
      max: 6,
    },
    {
      id: 'superiority',
      label: 'Feeling special',
      expr: { op: 'sum', items: [4, 9, 26, 37, 40] },
      min: 0,
      max: 5,
    },
    {
      id: 'exhibitionism',
      label: 'Being seen',
      expr: { op: 'sum', items: [2, 3, 7, 20, 28, 30, 38] },
      min: 0,
      max: 7,
    },
    {
      id: 'exploitativeness',
      label: 'Winning people',
      expr: { op: 'sum', items: [6, 13, 16, 23, 35] },
      min: 0,
      max: 5,
    },
    { id: 'vanity', label: 'Style', expr: { op: 'sum', items: [15, 19, 29] }, min: 0, max: 3 },
    {
      id: 'entitlement',
      label: 'Wanting a lot',
      expr: { op: 'sum', items: [5, 14, 18, 24, 25, 27] },
      min: 0,
      max: 6,
    },
  ],
  bands: [
    {
      id: 'quiet',
      tone: 'calm',
      label: 'Backstage',
      text: 'You feel good behind the scenes. Many great things are made there.',
      when: scoreIn('total', 0, 7),
      destination: null,
    },
    {
      id: 'balanced',
      tone: 'calm',
      label: 'Team player',
      text: 'You can step up and step back. Teams love that.',
      when: scoreIn('total', 8, 18),
      destination: null,
    },
    {
      id: 'bold',
      tone: 'calm',
      label: 'Front row',
      text: 'You like to be seen, and you know what you can do. Bring others along and you will go far.',
      when: scoreIn('total', 19, 25),
      destination: null,
    },
    {
      id: 'spotlight',
      tone: 'steady',
      label: 'Centre stage',
      text: 'You belong on a stage. Listening is the skill that makes a star loved; a trainer can help you shine with others.',
      when: scoreIn('total', 26, 40),
      destination: 'Soft Skills Instructor',
    },
  ],
  risks: [],
}

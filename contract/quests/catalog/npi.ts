import { defineQuest, range, scoreIn } from '../define-quest.ts'
import { pairsWithNumbers } from '../spotlight-pairs.ts'

export const npi = defineQuest({
  id: 11,
  type: 'npi',
  title: 'Spotlight Lite',
  title2: 'Pick the one that sounds like you',
  description: 'Twenty pairs: pick the sentence that is more like you.',
  category: 'personality',
  indicator: 'buttons',
  release: 'default',
  sensitive: false,
  version: 1,
  createdAt: '2026-11-02T09:00:00.000Z',
  source: {
    instrument:
      'Narcissistic Personality Inventory, twenty of its forty pairs: those of the NPI-16 and numbers 1, 25, 29, 33',
    citation:
      'Raskin R, Terry H (1988). J Pers Soc Psychol 54:890-902. Short form: Ames DR, Rose P, Anderson CP (2006) J Res Pers 40:440-450.',
    licence: 'copyright_unclear',
    licenceNote:
      'Printed in a journal, no open licence. Topics only, all words ours; looks became style.',
    bands: 'Ours: quartiles and the 90th percentile of these pairs in 10,440 open answers.',
  },
  timeFrame: 'Think about how you usually are.',
  notice:
    'There is no good or bad side here. This shows a style, not a label, and it is no medical test.',
  showsScores: true,
  questions: pairsWithNumbers([
    30, 9, 23, 14, 12, 34, 35, 24, 7, 40, 21, 13, 32, 4, 20, 39, 1, 25, 29, 33,
  ]),
  reverse: [],
  scores: [
    {
      id: 'total',
      label: 'Spotlight',
      expr: { op: 'sum', items: range(1, 20) },
      min: 0,
      max: 20,
      primary: true,
    },
  ],
  bands: [
    {
      id: 'quiet',
      tone: 'calm',
      label: 'Backstage',
      text: 'You feel good behind the scenes. Many great things are made there.',
      when: scoreIn('total', 0, 3),
      destination: null,
    },
    {
      id: 'balanced',
      tone: 'calm',
      label: 'Team player',
      text: 'You can step up and step back. Teams love that.',
      when: scoreIn('total', 4, 9),
      destination: null,
    },
    {
      id: 'bold',
      tone: 'calm',
      label: 'Front row',
      text: 'You like to be seen, and you know what you can do. Bring others along and you will go far.',
      when: scoreIn('total', 10, 13),
      destination: null,
    },
    {
      id: 'spotlight',
      tone: 'steady',
      label: 'Centre stage',
      text: 'You belong on a stage. Listening is the skill that makes a star loved; a trainer can help you shine with others.',
      when: scoreIn('total', 14, 20),
      destination: 'Soft Skills Instructor',
    },
  ],
  risks: [],
})

// Made of the files in `catalog` by tests/contract/quests/generated.test.ts.

/** Spec 9: the internal codes in the order of their ids. Never shown: not on a screen, not in an address. */
export const questTypes = [
  'phq9',
  'pmq9',
  'mdq',
  'igds9',
  'epds',
  'pq16',
  'sad',
  'asrsv11',
  'bis11',
  'ybocs',
  'npi',
  'aq',
  'hpd',
  'ppd',
  'spd',
  'avpd',
  'minipsy',
  'bstad',
  'srrs',
  'npd',
  'psqi',
  'edeq',
  'hama',
] as const
export type QuestType = (typeof questTypes)[number]

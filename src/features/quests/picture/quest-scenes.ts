import type { QuestCategory } from '#contract/quests/model.ts'
import type { QuestType } from '#contract/quests/quest-types.gen.ts'
import type { Scene } from '#src/ui/companion/scene/scene-picture.tsx'

/** The picture of every quest. The companion is well in all of them: a picture says nothing about whoever plays. */
export const questScenes: Readonly<Record<QuestType, Scene>> = {
  phq9: { face: '🙂', prop: 'gauge' },
  pmq9: { face: '😄', prop: 'bolt' },
  mdq: { face: '🙂', prop: 'waves' },
  igds9: { face: '😄', prop: 'pad' },
  epds: { face: '😌', prop: 'book' },
  pq16: { face: '🙂', prop: 'spiral' },
  sad: { face: '😄', prop: 'bubble' },
  asrsv11: { face: '🙂', prop: 'radar' },
  bis11: { face: '🏃', prop: 'jump' },
  ybocs: { face: '😌', prop: 'loop' },
  npi: { face: '😄', prop: 'spotlight' },
  aq: { face: '😌', prop: 'flame' },
  hpd: { face: '😄', prop: 'star' },
  ppd: { face: '🙂', prop: 'compass' },
  spd: { face: '🙂', prop: 'bulb' },
  avpd: { face: '😌', prop: 'steps' },
  minipsy: { face: '🙂', prop: 'lens' },
  bstad: { face: '🙂', prop: 'sign' },
  srrs: { face: '🙂', prop: 'weather' },
  npd: { face: '😄', prop: 'spotlights' },
  psqi: { face: '😴', prop: 'moon' },
  edeq: { face: '🙂', prop: 'apple' },
  hama: { face: '😌', prop: 'rain' },
}

export const categoryScenes: Readonly<Record<QuestCategory, Scene>> = {
  personality: { face: '😄', prop: 'puzzle' },
  mood: { face: '🙂', prop: 'weather' },
  behavior: { face: '🏃', prop: 'sign' },
}

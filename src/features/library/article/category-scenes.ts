import type { WellnessCategory } from '#contract/library/category.ts'
import type { Scene, ScenePictureProps } from '#src/ui/companion/scene/scene-picture.tsx'

interface CategoryScene extends Scene {
  readonly tint: ScenePictureProps['tint']
}

/** The picture of an article that has none of its own. */
export const categoryScenes: Readonly<Record<WellnessCategory, CategoryScene>> = {
  'Emotional Wellness': { face: '😌', prop: 'heart', tint: 'rose' },
  'Physical Wellness': { face: '🏃', prop: 'jump', tint: 'peach' },
  'Sociocultural Wellness': { face: '😄', prop: 'bubble', tint: 'sky' },
  'Nutritional Wellness': { face: '😋', prop: 'apple', tint: 'mint' },
  'Spiritual Wellness': { face: '😌', prop: 'moon', tint: 'lilac' },
  'Cognitive Wellness': { face: '🙂', prop: 'bulb', tint: 'sun' },
}

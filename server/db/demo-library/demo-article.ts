import type { WellnessCategory } from '#contract/library/category.ts'
import type { SceneName } from './scenes.ts'

/** An article of the demo library. */
export interface DemoArticle {
  readonly title: string
  readonly category: WellnessCategory
  /** The demo person who wrote it, as `demoIds` knows them. */
  readonly by: string
  /** The picture that is painted for it, or the PDF that is made for it. */
  readonly attachment?: SceneName | 'sleep-diary'
  /** Markdown, as `articleBlocks` reads it. */
  readonly content: string
}

import * as v from 'valibot'
import { wellnessCategorySchema } from '#contract/library/category.ts'
import { articleEditSchema, newArticleSchema } from '#contract/library/model.ts'

/** What the form of an article holds while it is being written. */
export interface ArticleFields {
  title: string
  content: string
  category: string
}

const category = v.pipe(v.string(), wellnessCategorySchema)

/** Spec 5: the contract's rules, with their texts beside the fields. */
export const newArticleFormSchema = v.object({
  title: newArticleSchema.entries.title,
  content: newArticleSchema.entries.content,
  category,
})
export const articleEditFormSchema = v.object({
  title: articleEditSchema.entries.title,
  content: articleEditSchema.entries.content,
  category,
})
export type ValidArticle = v.InferOutput<typeof newArticleFormSchema>

import { addDays, type LocalDate } from '#contract/local-date.ts'
import type { DemoIds } from '../demo-network.ts'
import { demoRandom } from '../demo-random.ts'
import { libraryWords } from '../library-words.ts'
import type { Transaction } from '../orm.ts'
import { introVideos, libraryHead, libraryItems } from '../schema/library.ts'
import { demoArticles } from './articles.ts'
import type { DemoArticle } from './demo-article.ts'
import { stageDemoFile, type DemoFiles, type StagedFile } from './stage-files.ts'
import { demoIntros, demoVideos, type DemoVideo } from './videos.ts'

type ItemRow = Omit<typeof libraryItems.$inferInsert, 'seq' | 'headWords' | 'allWords'> &
  ReturnType<typeof libraryWords>

/** The demo library before it is written: its files are in the store, and wait for their rows. */
export interface DemoLibrary {
  readonly items: readonly ItemRow[]
  readonly keys: readonly string[]
}

/** Whose name is searched with their items. */
export type DemoNames = (name: string) => { firstname: string; lastname: string }

/** The days over which authors published; the newest items are of yesterday. */
const daysPublished = 56

/** Whose library it is, and on which day it is looked at. */
export interface DemoReaders {
  readonly ids: DemoIds
  readonly names: DemoNames
  readonly today: LocalDate
}

/** Makes the articles with their files, and the videos. `keys` are for the store to keep or to discard. */
export async function prepareDemoLibrary(
  files: DemoFiles,
  people: DemoReaders,
): Promise<DemoLibrary> {
  const random = demoRandom('library')
  const articles: ItemRow[] = []
  const keys: string[] = []
  for (const [index, load] of demoArticles.entries()) {
    const { article } = await load()
    const at = momentOf(people.today, index / demoArticles.length, 16)
    const staged = article.attachment && (await stageDemoFile(article.attachment, files))
    articles.push(articleRow(article, staged, { people, id: random.idAt(at), at }))
    keys.push(...(staged?.keys ?? []))
  }
  const videos = demoVideos.map((video, index) => {
    const at = momentOf(people.today, index / demoVideos.length, 9)
    return videoRow(video, { people, id: random.idAt(at), at })
  })
  return { items: [...articles, ...videos], keys }
}

interface Place {
  readonly people: DemoReaders
  readonly id: string
  readonly at: Date
}

function articleRow(
  { title, category, by, content }: DemoArticle,
  staged: StagedFile | undefined,
  { people, id, at }: Place,
): ItemRow {
  const written = { title, body: content, format: 'markdown' } as const
  return {
    ...written,
    ...libraryWords(written, people.names(by)),
    id,
    kind: 'article',
    authorId: people.ids(by),
    category,
    attachment: staged?.attachment ?? null,
    attachmentFacts: staged?.attachmentFacts ?? null,
    createdAt: at,
    updatedAt: at,
  }
}

function videoRow(
  { videoId, category, by, description }: DemoVideo,
  { people, id, at }: Place,
): ItemRow {
  const written = { title: '', body: description, format: 'plain' } as const
  return {
    ...written,
    ...libraryWords(written, people.names(by)),
    id,
    kind: 'video',
    authorId: people.ids(by),
    category,
    videoId,
    createdAt: at,
    updatedAt: at,
  }
}

/** Writes the library, in the transaction that writes its authors. */
export async function insertDemoLibrary(
  tx: Transaction,
  { items }: DemoLibrary,
  people: { ids: DemoIds; today: LocalDate },
): Promise<void> {
  const random = demoRandom('introductions')
  const oldestFirst = items.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  await tx
    .insert(libraryItems)
    .values(oldestFirst.map((item, index) => ({ ...item, seq: index + 1 })))
  await tx.update(libraryHead).set({ seq: items.length })
  const at = momentOf(people.today, 0, 8)
  await tx.insert(introVideos).values(
    demoIntros.map(({ by, videoId }) => ({
      id: random.idAt(at),
      userId: people.ids(by),
      videoId,
      updatedAt: at,
    })),
  )
}

/** `share` of the way from the first day to yesterday, at an hour of it. */
function momentOf(today: LocalDate, share: number, hour: number): Date {
  const day = addDays(today, -daysPublished + Math.floor(share * (daysPublished - 1)))
  return new Date(Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000)
}

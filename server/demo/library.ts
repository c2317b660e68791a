import { smallAttachment, type AttachmentFacts } from '#contract/library/model.ts'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import type { Transaction } from '#server/db/orm.ts'
import { introVideos, libraryHead, libraryItems } from '#server/db/schema/library.ts'
import { libraryWords } from '#server/db/search-words.ts'
import type { DemoIds } from './chats.ts'
import { stageDemoFile, type DemoFiles } from './files.ts'
import type { Demo, DemoArticle, DemoVideo } from './load.ts'
import { demoRandom } from './random.ts'

type ItemRow = Omit<typeof libraryItems.$inferInsert, 'seq' | 'headWords' | 'allWords'> &
  ReturnType<typeof libraryWords>

/** The demo library before it is written: its files are in the store, and wait for their rows. */
export interface DemoLibrary {
  readonly items: readonly ItemRow[]
  /** The files, for the store to keep or to discard. */
  readonly keys: readonly string[]
}

export interface DemoLibraryOptions {
  readonly ids: DemoIds
  readonly names: (name: string) => { firstname: string; lastname: string }
  readonly today: LocalDate
}

/** The days over which authors published; the newest items are of yesterday. */
const daysPublished = 56
/** Pixels of every picture in `demo/files`. The server opens photos alone, so that it cannot measure a WebP. */
const pictureSize = { width: 960, height: 540 } as const

/** Makes the rows of the articles and videos, and puts the articles' files into the store. */
export async function stageDemoLibrary(
  demo: Demo,
  files: DemoFiles,
  options: DemoLibraryOptions,
): Promise<DemoLibrary> {
  const random = demoRandom('library')
  const articles: ItemRow[] = []
  const keys: string[] = []
  for (const [index, article] of demo.articles.entries()) {
    const at = momentOf(options.today, index / demo.articles.length, 16)
    const staged = await stageAttachment(demo, article, files)
    const row = itemRow('article', article, { options, id: random.idAt(at), at })
    articles.push({ ...row, ...staged?.columns })
    keys.push(...(staged?.keys ?? []))
  }
  const videos = demo.videos.map((video, index) => {
    const at = momentOf(options.today, index / demo.videos.length, 9)
    const row = itemRow('video', videoText(video), { options, id: random.idAt(at), at })
    return { ...row, videoId: video.videoId }
  })
  return { items: [...articles, ...videos], keys }
}

/** Writes the library, in the transaction that writes its authors. */
export async function insertDemoLibrary(
  tx: Transaction,
  demo: Demo,
  { items, ids, today }: { items: DemoLibrary['items']; ids: DemoIds; today: LocalDate },
): Promise<void> {
  const random = demoRandom('introductions')
  const oldestFirst = items.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  await tx
    .insert(libraryItems)
    .values(oldestFirst.map((item, index) => ({ ...item, seq: index + 1 })))
  await tx.update(libraryHead).set({ seq: items.length })
  const updatedAt = momentOf(today, 0, 8)
  await tx.insert(introVideos).values(
    demo.introductions.map(({ by, videoId }) => ({
      id: random.idAt(updatedAt),
      userId: ids(by),
      videoId,
      updatedAt,
    })),
  )
}

function videoText({ description, ...video }: DemoVideo) {
  return { ...video, title: '', content: description }
}

function itemRow(
  kind: ItemRow['kind'],
  { title, content, category, language, by }: Omit<DemoArticle, 'attachment'>,
  { options, id, at }: { options: DemoLibraryOptions; id: string; at: Date },
): ItemRow {
  const format = kind === 'article' ? ('markdown' as const) : ('plain' as const)
  const written = { title, body: content, format, category, language }
  return {
    ...written,
    ...libraryWords(written, options.names(by)),
    id,
    kind,
    authorId: options.ids(by),
    createdAt: at,
    updatedAt: at,
  }
}

/** Puts an article's file into the store; a picture in both its sizes, which `demo/files` holds side by side. */
async function stageAttachment(demo: Demo, { attachment: name }: DemoArticle, files: DemoFiles) {
  if (name === undefined) return undefined
  const isPdf = name.endsWith('.pdf')
  const attachment = `${files.newId()}${isPdf ? '.pdf' : '.webp'}`
  const names = new Map([
    [attachment, name],
    [smallAttachment(attachment), smallAttachment(name)],
  ])
  for (const [stored, given] of names) {
    await stageDemoFile(files, keyOf(stored), demo.fileContent(given))
  }
  const bytes = demo.fileContent(name).length
  const attachmentFacts: AttachmentFacts = isPdf
    ? { kind: 'pdf', bytes, width: null, height: null }
    : { kind: 'image', bytes, ...pictureSize }
  return { columns: { attachment, attachmentFacts }, keys: [...names.keys()].map(keyOf) }
}

function keyOf(name: string): string {
  return `uploads/${name}`
}

/** `share` of the way from the first day to yesterday, at an hour of it. */
function momentOf(today: LocalDate, share: number, hour: number): Date {
  const day = addDays(today, -daysPublished + Math.floor(share * (daysPublished - 1)))
  return new Date(Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000)
}

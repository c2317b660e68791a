import { rm, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import {
  imageSidesMax,
  smallAttachment,
  type AttachmentFacts,
} from '#contract/library/attachment.ts'
import type { UploadFolder } from '#server/http/upload-folder.ts'
import type { BlobStore } from '#server/ports/blobs/store.ts'
import type { DemoArticle } from './demo-article.ts'
import { paint } from './paint.ts'
import { scenes, type SceneName } from './scenes.ts'
import { sleepDiary } from './sleep-diary.ts'

/** Where the demo puts files: the blob store, by way of a folder, under names that no other process gives. */
export interface DemoFiles {
  readonly blobs: BlobStore
  readonly folder: UploadFolder
  readonly newId: () => string
}

export interface StagedFile {
  readonly attachment: string
  readonly attachmentFacts: AttachmentFacts
  readonly keys: readonly string[]
}

const [width, height] = [960, 540]

/** Makes an article's file and puts it into the store, where it waits for its row. */
export async function stageDemoFile(
  wanted: NonNullable<DemoArticle['attachment']>,
  files: DemoFiles,
): Promise<StagedFile> {
  const id = files.newId()
  if (wanted === 'sleep-diary') {
    const attachment = `${id}.pdf`
    const content = sleepDiary()
    await stage(files, attachment, content)
    const facts = { kind: 'pdf', bytes: content.length, width: null, height: null } as const
    return { attachment, attachmentFacts: facts, keys: [keyOf(attachment)] }
  }
  const attachment = `${id}.webp`
  const [full, small] = await painted(wanted)
  await stage(files, attachment, full)
  await stage(files, smallAttachment(attachment), small)
  return {
    attachment,
    attachmentFacts: { kind: 'image', bytes: full.length, width, height },
    keys: [keyOf(attachment), keyOf(smallAttachment(attachment))],
  }
}

/** From bare pixels: where pictures are opened, nothing but photos may be. */
async function painted(name: SceneName): Promise<[Buffer, Buffer]> {
  const pixels = paint(scenes[name], width, height)
  const picture = sharp(pixels, { raw: { width, height, channels: 3 } })
  return [
    await picture.clone().webp({ quality: 82 }).toBuffer(),
    await picture.clone().resize({ width: imageSidesMax.small }).webp({ quality: 82 }).toBuffer(),
  ]
}

async function stage({ blobs, folder }: DemoFiles, name: string, content: Buffer): Promise<void> {
  const path = folder.newPath()
  await writeFile(path, content)
  try {
    await blobs.stage(keyOf(name), path)
  } finally {
    await rm(path, { force: true })
  }
}

function keyOf(name: string): string {
  return `uploads/${name}`
}

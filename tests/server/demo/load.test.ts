import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DemoFileError, demoFolder, loadDemo } from '#server/demo/load.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zync-demo-'))
  await cp(demoFolder, folder, { recursive: true })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('the demo is read whole', () => {
  const { people, articles, videos, chats, sellers, purchases, quests } = loadDemo(folder)
  const sizes = [people.accounts, people.everybody, articles, videos, chats].map((x) => x.length)
  expect(sizes).toEqual([6, 43, 30, 12, 3])
  expect([sellers.length, purchases.length, quests.length]).toEqual([6, 3, 10])
})

test('a title in quotes is read without them, and an article ends with its last word', () => {
  const article = loadDemo(folder).articles.find(({ title }) => title.startsWith('More words'))
  expect(article?.title).toBe('More words than "fine": how to name what you feel')
  expect(article?.content).toBe(article?.content.trim())
})

test.each([
  ['people.json', '"birthDate": "2010-04-18"', '"birthDate": "2010-02-30"', '0.birthDate: Not a'],
  ['people.json', '"email": "lina@zync.example"', '"email": "lina@zync.org"', '0.email: '],
  ['people.json', '"username": "lina.h",', '', '0.username: '],
  ['people.json', '"username": "lina.h",', '"username": "lina.h", "name": "Lina",', '0.name: '],
  ['providers.json', '"Fitness Coach"', '"Wizard"', '0.specialization: '],
  ['connections.json', '"sofia"', '"sofie"', '0.provider: No demo person has this name'],
  ['chats.json', '"sleep-diary.pdf"', '"gone.pdf"', 'content: demo/files has no such file'],
  ['plans.json', '"Europe/Lisbon"', '"Europe/Nowhere"', 'sellers.0.timeZone: '],
  ['quests.json', '"2221121101"', '"22x"', '0.choices: '],
  ['videos.json', 'fLJsdqxnZb0', 'short', 'videos.0.videoId: '],
  ['videos.json', '{', '', 'JSON'],
  ['articles/01-homework.md', 'by: samuel.kimaro', 'by: nobody', 'by: No demo person has this'],
  ['articles/01-homework.md', 'Cognitive', 'Magic', 'category: Category is required'],
  ['articles/01-homework.md', '---\n', '', 'it has no front matter'],
  ['articles/24-bedroom.md', 'night.webp', 'day.webp', 'attachment: demo/files has no such file'],
])('%s with a mistake is named, with the mistake', async (path, right, wrong, mistake) => {
  const whole = await readFile(join(folder, path), 'utf8')
  expect(whole).toContain(right)
  await writeFile(join(folder, path), whole.replace(right, wrong))
  expect(() => loadDemo(folder)).toThrow(DemoFileError)
  expect(() => loadDemo(folder)).toThrow(`demo/${path} cannot be used: `)
  expect(() => loadDemo(folder)).toThrow(mistake)
})

test('each mistake of a file is named at once', async () => {
  const path = join(folder, 'people.json')
  const people = await readFile(path, 'utf8')
  await writeFile(path, people.replace('"Female"', '"Yes"').replace('"Beirut"', '""'))
  expect(() => loadDemo(folder)).toThrow(/0\.gender: .*; 0\.state: /)
})

test('a file that is missing is named', async () => {
  await rm(join(folder, 'providers.json'))
  expect(() => loadDemo(folder)).toThrow('demo/providers.json cannot be used: ENOENT')
})

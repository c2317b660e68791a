import { seededChance, type Chance } from './support/chance.ts'
import { ChatWriter } from './support/chat-writer.ts'
import { chatByApi, chatOnServer } from './support/chat.ts'
import { deathPlaces } from './support/deaths.ts'
import type { ApiRequest, Verdict } from './support/fault-proxy.ts'
import { newParent, newProvider } from './support/people.ts'
import { runOnData } from './support/run-script.ts'
import { expect, test } from './support/test.ts'

/** In each round both write ten; one of them has no network in every second one. */
const burst = 10
const rounds = 25
const messageCount = 2 * burst * rounds
const seed = 20_261_122

const withoutPace = new URL('./support/without-pace.ts', import.meta.url)

test.setTimeout(420_000)
test.use({ via: 'proxy', serverFor: 'own', losesNetwork: true })

test(`${messageCount} messages between two browsers arrive once and in order, whatever dies meanwhile`, async ({
  playwright,
  browser,
  origin,
  server,
  faultProxy,
  consoleGuard,
}) => {
  consoleGuard.expect(/status of 50\d .*\/api\//)
  const chance = seededChance(seed)
  const parent = await newParent(server.origin)
  const provider = await newProvider(server.origin)
  const chatId = await chatByApi(server.origin, parent, provider)
  await server.stop()
  await runOnData(withoutPace, server.dataDir)
  await server.start()

  const url = `${origin}/chats/${chatId}`
  const secondBrowser = await playwright.chromium.launch()
  const away = { consoleGuard, url, browser, member: parent, other: provider }
  const home = { consoleGuard, url, browser: secondBrowser, member: provider, other: parent }
  const writers = [await ChatWriter.open(away), await ChatWriter.open(home)] as const
  const [first, second] = writers
  faultProxy.onApi((request) => lossy(request, chance))

  for (let round = 0; round < rounds; round += 1) {
    const offline = round % 2 === 1
    await first.context.setOffline(offline)
    // More than ten at once would have to wait, a second for each.
    if (!offline) await first.hasSent()
    const writing = Promise.all(writers.map((writer) => writer.write(burst)))
    if (round % 8 === 2) {
      await server.kill()
      await server.start()
    }
    await writing
    if (round % 6 === 3) await chance.pick(writers).loseTab()
    if (!offline) await first.hasSent()
    await second.hasSent()
  }

  faultProxy.onApi(undefined)
  await first.context.setOffline(false)
  for (const writer of writers) await writer.hasSent()
  const onServer = await chatOnServer(server.origin, parent, chatId)
  expect(onServer).toHaveLength(messageCount)
  const by = (id: string) => onServer.filter(({ senderId }) => senderId === id)
  expect(by(parent.id).map(({ content }) => content)).toEqual(first.written)
  expect(by(provider.id).map(({ content }) => content)).toEqual(second.written)
  for (const writer of writers) {
    await expect.poll(async () => (await writer.heard()).length).toBe(messageCount)
    expect(await writer.heard()).toEqual(onServer)
    const newest = onServer.slice(-burst).map(({ content }) => content)
    await expect.poll(() => writer.shown(burst)).toEqual(newest)
  }
  await secondBrowser.close()
})

/** One call of five is lost, one way or the other. */
function lossy(request: ApiRequest, chance: Chance): Promise<Verdict> | undefined {
  if (request.path === '/api/events' || chance.below(5) > 0) return undefined
  switch (chance.pick(deathPlaces)) {
    case 'before':
      return Promise.resolve('cut')
    case 'done':
      return request.forward().then(() => 'cut')
    case 'half told':
      return request.forward().then((half) => ({ half }))
  }
}

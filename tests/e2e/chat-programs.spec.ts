import { chatFileRule } from '#contract/chat/file.ts'
import { anotherPhone } from './support/another-phone.ts'
import { attach, chatByApi, composer, message, pressSend } from './support/chat.ts'
import { pdfBytes } from './support/library.ts'
import { newProvider } from './support/people.ts'
import { enterAs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// Without the worker, which has no part in what is tested here: to install it takes a third of a short test.
test.use({ serviceWorkers: 'block' })

const programs = [
  ['free-robux.bat', '@echo off\r\nrem %PDF-1.4\r\nformat c:\r\nrem %%EOF'],
  ['homework.html', '<!-- %PDF-1.4 %%EOF --><script>alert(1)</script>'],
  ['song.hta', 'ID3\u0004\0\0\0\0\0\0<script>new ActiveXObject("x")</script>'],
] as const

test('no program goes from one to the other as a document, and a document goes as what it is', async ({
  page,
  server,
  teen,
  browser,
  consoleGuard,
}) => {
  const provider = await newProvider(server.origin)
  const path = `${server.origin}/chats/${await chatByApi(server.origin, teen, provider)}`
  const theirs = await anotherPhone({ browser, consoleGuard }, provider, path)
  for (const [name, content] of programs) {
    const buffer = Buffer.from(content)
    await attach(theirs.page, { name, mimeType: 'application/pdf', buffer })
    await expect(theirs.page.getByRole('alert')).toHaveText(chatFileRule.kindText)
    await expect(theirs.page.getByText(name, { exact: true })).toHaveCount(0)
  }
  const file = { name: 'plan.exe', mimeType: 'application/octet-stream', buffer: pdfBytes }
  await attach(theirs.page, file)
  await expect(theirs.page.getByText('plan.pdf', { exact: true })).toBeVisible()
  await composer(theirs.page, teen).fill('Here it is')
  await pressSend(theirs.page)

  await enterAs(page, teen, path)
  const arrived = message(page, 'Here it is')
  await expect(arrived.getByText('plan.pdf', { exact: true })).toBeVisible()
  await expect(arrived.getByText('plan.exe')).toHaveCount(0)
  await theirs.close()
})

import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { asSaid, composer, type Said } from './chat.ts'
import type { ConsoleGuard } from './console-guard.ts'
import { outboxRows, storedMessages } from './outbox.ts'
import type { Member } from './people.ts'
import { comeBack } from './phone.ts'
import { enterAs } from './sign-in.ts'
import { workerControls } from './worker.ts'

export interface WriterParts {
  readonly browser: Browser
  readonly consoleGuard: ConsoleGuard
  readonly member: Member
  readonly other: Member
  readonly url: string
}

/** Somebody at a browser of their own who writes in one chat, and whose tab can die under them. */
export class ChatWriter {
  readonly context: BrowserContext
  readonly #parts: WriterParts
  #page: Page
  /** Everything they have written, in order: each stood on their screen. */
  readonly written: string[] = []

  private constructor(parts: WriterParts, context: BrowserContext, page: Page) {
    this.#parts = parts
    this.context = context
    this.#page = page
  }

  static async open(parts: WriterParts): Promise<ChatWriter> {
    const { browser, consoleGuard, member, url } = parts
    // Nobody looks at how a message comes up, and to draw it five hundred times is work.
    const options = { baseURL: new URL(url).origin, reducedMotion: 'reduce' } as const
    const context = await browser.newContext(options)
    consoleGuard.watch(context)
    const page = await context.newPage()
    await enterAs(page, member, url)
    await workerControls(page)
    return new ChatWriter(parts, context, page)
  }

  /** Writes and sends so many messages, as fast as the app takes them; all of them are kept when this resolves. */
  async write(count: number): Promise<void> {
    const { member, other } = this.#parts
    const from = this.written.length + 1
    const words = Array.from(
      { length: count },
      (_, index) => `${member.user.lastname}, ${String(from + index).padStart(4, '0')}`,
    )
    await composer(this.#page, other).evaluate(async (area, texts) => {
      if (!(area instanceof HTMLTextAreaElement)) throw new Error('Nowhere to write')
      // As the keyboard does it: React hears no value that a script sets through the element itself.
      const value = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')
      const drawn = () => new Promise((resolve) => setTimeout(resolve))
      for (const text of texts) {
        value?.set?.call(area, text)
        area.dispatchEvent(new Event('input', { bubbles: true }))
        await drawn()
        area.form?.requestSubmit()
        await drawn()
      }
    }, words)
    const last = this.#page.getByRole('article').filter({ hasText: words.at(-1) ?? '' })
    // An expectation would describe the whole page, for its message, each time that it looks in vain.
    await last.waitFor()
    this.written.push(...words)
  }

  /** The tab dies where it stands, whatever it was about to do, and the chat is opened again. */
  async loseTab(): Promise<void> {
    const dying = this.#page
    const died = dying.waitForEvent('crash')
    const devtools = await this.context.newCDPSession(dying)
    // A page that is dead gives no answer.
    devtools.send('Page.crash').catch(() => undefined)
    await died
    await dying.close()
    this.#page = await this.context.newPage()
    await this.#page.goto(this.#parts.url)
    await expect(composer(this.#page, this.#parts.other)).toBeVisible()
  }

  /** Nothing waits on this device any more. */
  async hasSent(): Promise<void> {
    const waiting = async () => {
      await comeBack(this.#page)
      return (await outboxRows(this.#page, this.#parts.member.id)).length
    }
    await expect.poll(waiting, { intervals: [50, 100, 200] }).toBe(0)
  }

  /** What this device has of the chat, oldest first. */
  async heard(): Promise<Said[]> {
    await comeBack(this.#page)
    const messages = await storedMessages(this.#page, this.#parts.member.id)
    return messages.map(asSaid).toSorted((a, b) => a.seq - b.seq)
  }

  /** The newest messages as they stand on screen. */
  async shown(count: number): Promise<string[]> {
    const texts = await this.#page.getByRole('article').allTextContents()
    return texts.slice(-count).map((text) => text.slice(text.indexOf(': ') + 2))
  }
}

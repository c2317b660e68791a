import type { LiveEvent } from '#contract/events/api.ts'
import { sinceMs } from '#src/data/local-clock.ts'
import { sharingNews } from '#src/data/share-switch.ts'
import {
  currentOpenChats,
  endTyping,
  noteTyping,
  onOpenChats,
} from '#src/features/chat/open-chats.ts'
import { followBlocks } from '#src/features/safety/blocks-resource.ts'
import { refreshKnownSharing } from '#src/features/sharing/sharing-resource.ts'
import { onResume } from '#src/lib/online.ts'
import { onceMore } from '#src/offline/api/read-limiter.ts'
import { meetEpoch } from '#src/offline/engine/sent.ts'
import { mayPoll, pollWaitMs } from '#src/offline/events/keep-stream.ts'
import { startLive, type Live } from '#src/offline/events/live.ts'
import { badgeCount } from '#src/offline/features/badge.ts'
import { unreadTotal } from '#src/offline/features/chat/shown-chats.ts'
import { createChatSync, type ChatSync } from '#src/offline/features/chat/sync.ts'
import { SessionEndedError } from '#src/offline/session/session-copy.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { follow } from '#src/offline/storage/user-transaction.ts'
import { asMember } from '#src/session/as-member.ts'
import {
  createChatNotices,
  followNotices,
  followRelations,
  type ChatNotices,
  createResync,
  passes,
  readChatList,
} from './live-reads.ts'
import { chatStatus, resetChatStatus, queueStatus } from './queue-status.ts'

/** While there is no live stream, the list and the notices are read this often, also beside a chat that is open. */
const listPollMs = 30_000

/**
 * Keeps chats and notices up to date for as long as the person is logged in on this page: over the one live stream, or
 * by reading every few seconds while there is none. Returns its end.
 */
export function startLiveService(db: UserDatabase): () => void {
  const service = new LiveService(db)
  service.start()
  return () => service.stop()
}

class LiveService {
  readonly #db: UserDatabase
  readonly #sync: ChatSync
  readonly #chatNotices: ChatNotices
  readonly #stopping = new AbortController()
  #live: Live | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  /** When something new came last, or the person did something. */
  #newsAt = Date.now()
  /** When each was asked for last. */
  #listAt = 0
  #noticesAt = 0
  /** What an event named could not be read: until it is, a live stream is not enough. */
  #missed = false
  /** A stream stood before, or should have: what was to be told until the next resync is lost. */
  #hadStream = false
  /** Whom the person has blocked is read with the list of chats, at the start and after a change, until that succeeds. */
  #blocksDue = true
  readonly #resync = createResync({
    chats: () => (this.#hadStream ? this.#relations() : this.#all()),
    uncovered: () => Promise.all([this.#sync.marks(), refreshKnownSharing(this.#db)]),
    notices: () => this.#notices(),
  })
  /** One change is told of by several events at times: they have the notices read once, and once more. */
  readonly #notices = onceMore(() => {
    this.#noticesAt = Date.now()
    return followNotices(this.#db, {
      call: (work) => asMember(this.#db, work),
      aside: (work) => this.#settle(work),
    })
  })

  constructor(db: UserDatabase) {
    this.#db = db
    const call = <T>(work: (token: string) => Promise<T>) => asMember(db, work)
    this.#sync = createChatSync({ db, call, now: () => Date.now() })
    const readAgain = () => this.#readAgain({ type: 'notices' })
    const settle = (work: Promise<void>) => this.#settle(this.#orMissed(work))
    this.#chatNotices = createChatNotices(db, { readAgain, settle })
  }

  start(): void {
    const { signal } = this.#stopping
    this.#connect()
    signal.addEventListener(
      'abort',
      onOpenChats(() => this.#resume()),
    )
    onResume(() => this.#resume(), signal)
    this.#watch(
      () => unreadTotal(this.#db),
      (unread) => {
        if (chatStatus.get().unread !== unread) chatStatus.set({ ...chatStatus.get(), unread })
      },
    )
    this.#watch(
      () => badgeCount(this.#db, Date.now()),
      // A bonus of installed apps.
      (count) => void navigator.setAppBadge?.(count).catch(() => undefined),
    )
    this.#watch(
      () => this.#db.chatReads.filter(({ sent }) => !sent).count(),
      (unsent) => unsent > 0 && this.#settle(this.#sync.marks()),
    )
    this.#settle(this.#all())
    this.#schedule()
  }

  stop(): void {
    this.#stopping.abort()
    clearTimeout(this.#timer)
    this.#chatNotices.stop()
    this.#live?.stop()
    resetChatStatus()
    void navigator.clearAppBadge?.().catch(() => undefined)
  }

  #connect(): void {
    this.#live = startLive({
      userId: this.#db.userId,
      onEvent: (event, leads) => this.#onEvent(event, leads),
      onLive: (live, leads) => {
        // Whoever follows another tab, or had no stream at first, may have missed what was told before the next resync.
        if (!live || !leads) this.#hadStream = true
        // One more try that failed does not put off the next look.
        if (chatStatus.get().live === live) return
        chatStatus.set({ ...chatStatus.get(), live })
        this.#schedule()
      },
      onMissed: () => this.#miss(),
      onLoggedOut: () => this.#settle(this.#all()),
    })
  }

  /** One tab reads again what an event names; the others see it in the database. */
  #onEvent(event: LiveEvent, leads: boolean): void {
    this.#newsAt = Date.now()
    if (event.type === 'typing') noteTyping(event.chatId)
    if (event.type === 'chat') endTyping(event.chatId)
    // With a connection ends what was shown by it, also on a screen that has it open.
    const concernsShares = event.type === 'sharing' || event.type === 'connections'
    const isGap = event.type === 'resync' && this.#hadStream
    if (concernsShares || isGap) sharingNews.set(sharingNews.get() + 1)
    if (leads) this.#settle(this.#orMissed(this.#readAgain(event)))
    // After the first one is read: a page whose first stream stands at once has nothing to catch up with.
    if (event.type === 'resync') this.#hadStream = true
  }

  async #orMissed(work: Promise<void>): Promise<void> {
    try {
      await work
    } catch (error) {
      this.#miss()
      // Nobody may be looking at this tab, which then reads nothing again by itself.
      this.#live?.tellMissed()
      throw error
    }
  }

  #miss(): void {
    // One more miss does not put off the look that the first one asked for.
    if (this.#missed) return
    this.#missed = true
    this.#schedule()
  }

  async #readAgain(event: LiveEvent): Promise<void> {
    switch (event.type) {
      case 'resync':
        return await this.#resync.readChanged(event.heads)
      case 'connections':
        return await this.#betweenPeople()
      case 'sharing':
        return await refreshKnownSharing(this.#db)
      case 'notices':
        this.#resync.forget('notices')
        return await this.#notices()
      case 'chat':
        this.#resync.forget('chats')
        await this.#sync.chat(event.chatId)
        return this.#chatNotices.follow(event.chatId)
      case 'typing':
        return
      case 'epoch':
        if ((await meetEpoch(this.#db, event.epoch, Date.now())) === 'other')
          await this.#betweenPeople()
        return
    }
  }

  /** What two people are to one another decides what this device may hold of the other: all of it is read again. */
  async #betweenPeople(): Promise<void> {
    this.#resync.forget('chats', 'notices')
    await Promise.all([this.#relations(), this.#notices()])
  }

  async #relations(): Promise<void> {
    this.#blocksDue = true
    await Promise.all([this.#all(), followRelations(this.#db)])
  }

  async #all(): Promise<void> {
    this.#listAt = Date.now()
    await Promise.all([readChatList(this.#db, this.#sync), this.#blocksDue && this.#blocks()])
  }

  async #blocks(): Promise<void> {
    // Before the read: whoever looks meanwhile does not ask, too.
    this.#blocksDue = false
    try {
      await followBlocks(this.#db)
    } catch (error) {
      this.#blocksDue = true
      this.#schedule()
      throw error
    }
  }

  /** The network or the person is back, or they opened a chat: what is on screen is read now. */
  #resume(): void {
    this.#newsAt = Date.now()
    this.#live?.wake()
    this.#settle(this.#poll())
    this.#schedule()
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    if (!this.#mayPoll()) return
    const waitMs = currentOpenChats().length > 0 ? pollWaitMs(sinceMs(this.#newsAt)) : listPollMs
    this.#timer = setTimeout(() => {
      if (this.#mayPoll()) this.#settle(this.#poll())
      this.#schedule()
    }, waitMs)
  }

  #mayPoll(): boolean {
    if (this.#stopping.signal.aborted) return false
    return mayPoll({
      visible: document.visibilityState === 'visible',
      online: navigator.onLine,
      live: chatStatus.get().live && !this.#missed && !this.#blocksDue,
      loggedOut: queueStatus.get().needsAuth,
    })
  }

  async #poll(): Promise<void> {
    if (!this.#mayPoll()) return
    const open = currentOpenChats()
    if (this.#missed) {
      this.#missed = false
      await Promise.all([this.#orMissed(this.#readAgain({ type: 'resync' })), this.#readOpen(open)])
      return
    }
    // Each by itself: a start reads the list, and leaves the notices to the stream.
    const isDue = (askedAt: number) => open.length === 0 || sinceMs(askedAt) >= listPollMs
    // A chat that cannot be read keeps nobody from the others.
    await Promise.all([
      isDue(this.#listAt) && this.#all(),
      isDue(this.#noticesAt) && this.#notices(),
      this.#readOpen(open),
    ])
  }

  async #readOpen(chatIds: readonly string[]): Promise<void> {
    for (const chatId of chatIds) {
      const before = await this.#db.chatPlaces.get(chatId)
      await this.#sync.chat(chatId)
      const after = await this.#db.chatPlaces.get(chatId)
      if (before?.cursor !== after?.cursor) this.#newsAt = Date.now()
    }
  }

  #watch<T>(query: () => Promise<T>, next: (value: T) => void): void {
    const subscription = follow(this.#db, query).subscribe({ next, error: () => undefined })
    this.#stopping.signal.addEventListener('abort', () => subscription.unsubscribe())
  }

  /** The end of the session ends the service; a read without an answer is repeated, a defect is reported. */
  #settle(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      if (error instanceof SessionEndedError) this.stop()
      else if (!this.#stopping.signal.aborted && !passes(error)) reportError(error)
    })
  }
}

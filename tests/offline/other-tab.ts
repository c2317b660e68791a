/** Another tab of the same person, as far as the channel between tabs shows one. */
export function otherTab(userId: string) {
  const channel = new BroadcastChannel(`zync-live:${userId}`)
  return {
    say(message: object): void {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
      channel.postMessage(message)
    },
    hear: (listener: (message: unknown) => void) =>
      channel.addEventListener('message', ({ data }) => listener(data)),
    close: () => channel.close(),
  }
}

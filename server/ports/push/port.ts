import type { Subscription } from '#contract/push/model.ts'

/** Where a browser gets its messages, and the keys that it alone opens them with. */
export type PushAddress = Pick<Subscription, 'endpoint' | 'keys'>

export interface PushMessage {
  readonly to: PushAddress
  /** The key of ours that the browser subscribed with. */
  readonly publicKey: string
  readonly text: string
  readonly ttlSeconds: number
  /** An unsent message of the same topic is replaced by the push service: 32 letters of base64url at most. */
  readonly topic: string
  readonly urgency: 'low' | 'normal' | 'high'
}

/** What a push service made of it. */
export type Pushed =
  | { readonly status: 'sent' }
  /** The browser is not there any more. */
  | { readonly status: 'gone' }
  /** Nothing is wrong with it but the moment. */
  | { readonly status: 'later'; readonly afterMs: number }
  /** It will never be taken, for a reason of ours. */
  | { readonly status: 'refused' }

export interface PushPort {
  /** What a browser subscribes with: 65 bytes in base64url. */
  readonly publicKey: string
  /** Whether an address is of a push service that we know, and its key is one. */
  admits(address: PushAddress): Promise<boolean>
  /** Where an address leads, for those who send to several at once. */
  hostOf(endpoint: string): string
  send(message: PushMessage): Promise<Pushed>
  close(): void
}

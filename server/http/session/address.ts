import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/**
 * The caller's address for limits: the socket's, or with `hops` trusted proxies the entry that the outermost of
 * them wrote. An IPv6 caller counts as their /64, which is what one household or phone is given.
 */
export function callerAddress(incoming: IncomingMessage, hops: number): string {
  const forwardedFor = hops === 0 ? undefined : forwarded(incoming, hops)
  return forwardedFor === undefined ? socketAddress(incoming.socket) : network(forwardedFor)
}

/** The address that a connection comes from, counted alike: the caller's, or that of a proxy in front. */
export function socketAddress({ remoteAddress }: Socket): string {
  return network(remoteAddress ?? 'unknown')
}

/** A header shorter than the chain of proxies was not written by them alone: its first entry is all there is. */
function forwarded(incoming: IncomingMessage, hops: number): string | undefined {
  const header = incoming.headers['x-forwarded-for']
  const chain = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',')
  const entry = chain[Math.max(0, chain.length - hops)]?.trim()
  return entry === '' ? undefined : entry
}

function network(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  return address.includes(':') ? sixtyFour(address) : address
}

function sixtyFour(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
  return `${[...front, ...zeros, ...back].slice(0, 4).join(':')}::/64`
}

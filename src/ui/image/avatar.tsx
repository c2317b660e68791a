import { useState } from 'react'
import styles from './avatar.module.css'

export interface AvatarProps {
  /** Chooses the drawn picture's colours; the person's id. */
  id: string
  name: string
  /** The photo; without one, or when it fails to load, initials are drawn. */
  src?: string | undefined
  /** Edge in pixels. */
  size?: number
  /** The name is beside it in words, so it is not read twice. */
  decorative?: boolean
}

/** A person's face; their initials on colours of their own until it is there, and where there is none. */
export function Avatar({ id, name, src, size = 48, decorative = false }: AvatarProps) {
  const [loadedSrc, setLoadedSrc] = useState<string>()
  const [failedSrc, setFailedSrc] = useState<string>()
  const alt = decorative ? '' : name
  const drawn = { id, name, size }
  if (!src || src === failedSrc) return <DrawnAvatar {...drawn} alt={alt} />
  const picture = (
    <img
      className={styles.avatar}
      src={src}
      alt={alt}
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onLoad={() => setLoadedSrc(src)}
      onError={() => setFailedSrc(src)}
    />
  )
  // The initials go once the picture is there: they would be seen through a picture that is not opaque.
  return (
    <span className={styles.frame} style={{ inlineSize: size, blockSize: size }}>
      {src !== loadedSrc && <DrawnAvatar {...drawn} alt="" />}
      {picture}
    </span>
  )
}

type DrawnAvatarProps = { id: string; name: string; size: number; alt: string }

function DrawnAvatar({ id, name, size, alt }: DrawnAvatarProps) {
  const [from, to] = avatarGradient(id)
  const look = {
    inlineSize: size,
    blockSize: size,
    background: `linear-gradient(135deg, ${from}, ${to})`,
  }
  return (
    <svg
      className={styles.avatar}
      style={look}
      viewBox="0 0 100 100"
      role={alt ? 'img' : undefined}
      aria-label={alt || undefined}
      aria-hidden={alt ? undefined : true}
    >
      <ellipse className={styles.shoulders} cx="50" cy="112" rx="58" ry="40" />
      <text className={styles.letters} x="50" y="47" textAnchor="middle" dominantBaseline="central">
        {initials(name)}
      </text>
    </svg>
  )
}

/** Two ends of a gradient each; white initials are readable on both. */
export const avatarGradients = [
  ['#6546e0', '#a83ab4'],
  ['#a83ab4', '#d23a63'],
  ['#c2405a', '#b3521f'],
  ['#1f6f8b', '#4a5ad6'],
  ['#0f7664', '#2b6cb0'],
  ['#8a4bc9', '#4a5ad6'],
  ['#b0447c', '#8146d0'],
  ['#9a5a12', '#bb3f5c'],
] as const

/** The same gradient for the same id, on every device and in every session. */
export function avatarGradient(id: string): (typeof avatarGradients)[number] {
  let hash = 0
  for (let index = 0; index < id.length; index += 1) {
    hash = (Math.imul(hash, 31) + id.charCodeAt(index)) >>> 0
  }
  return avatarGradients[hash % avatarGradients.length] ?? avatarGradients[0]
}

/** The first letters of the first and last word of a name, upper case; a question mark for an empty one. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(firstLetter)
  return letters.join('').toLocaleUpperCase() || '?'
}

/** By code point, so that a letter outside the basic plane is not cut in half. */
function firstLetter(word: string | undefined): string {
  const point = word?.codePointAt(0)
  return point === undefined ? '' : String.fromCodePoint(point)
}

/** Drawn on the grid of the kit's icons; here because chats alone need them. */
const paths = {
  mic: 'M12 14.5a3.2 3.2 0 0 0 3.2-3.2V6.7a3.2 3.2 0 0 0-6.4 0v4.6a3.2 3.2 0 0 0 3.2 3.2zM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v2.5',
  play: 'M8.5 5.5l10 6.5-10 6.5z',
  pause: 'M8.5 6v12M15.5 6v12',
} as const

export function VoiceIcon({ name }: { name: keyof typeof paths }) {
  return (
    <svg
      width={22}
      height={22}
      viewBox="0 0 24 24"
      fill={name === 'play' ? 'currentcolor' : 'none'}
      stroke="currentcolor"
      strokeWidth={name === 'pause' ? 3 : 1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}

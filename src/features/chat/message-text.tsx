import { linkParts } from './link-parts.ts'
import styles from './message.module.css'

/** What somebody wrote, with its web addresses as links that tell nobody where they were opened. */
export function MessageText({ text }: { text: string }) {
  return (
    <p className={styles.text} dir="auto">
      {linkParts(text).map(({ text, href }, index) =>
        href === undefined ? (
          text
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of a text that never changes
          <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
            {text}
          </a>
        ),
      )}
    </p>
  )
}

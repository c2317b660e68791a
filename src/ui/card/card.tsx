import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import styles from './card.module.css'

export interface CardProps extends ComponentProps<'section'> {
  /** A soft ground instead of the plain one. */
  tint?: 'peach' | 'rose' | 'lilac' | 'sky' | 'mint' | 'sun'
  /** The card holds one link (class `card-link` by `cardLinkClass`) and lifts under the pointer. */
  interactive?: boolean
}

/** A round box for one thing. */
export function Card({ tint, interactive = false, className, ...rest }: CardProps) {
  return (
    <section
      {...rest}
      className={classNames(styles.card, interactive && styles.interactive, className)}
      data-tint={tint}
    />
  )
}

/** The class of the one link inside an interactive card; its target covers the whole card. */
export const cardLinkClass = styles.link

export interface CardHeaderProps {
  title: ReactNode
  /** Level of the heading where the card is used; 2 by default. */
  level?: 2 | 3 | 4
  subtitle?: ReactNode
  /** An Avatar or an emoji before the title. */
  start?: ReactNode
  /** A Badge or a button after the title. */
  end?: ReactNode
}

export function CardHeader({ title, level = 2, subtitle, start, end }: CardHeaderProps) {
  const Heading = `h${level}` as const
  return (
    <header className={styles.header}>
      {start}
      <div className={styles.titles}>
        <Heading className={styles.title}>{title}</Heading>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      {end}
    </header>
  )
}

export function CardBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(styles.body, className)} />
}

export interface Choice<Value extends string = string> {
  value: Value
  label: string
  /** Drawn large above or before the label; decoration, the label says it all. */
  emoji?: string
  hint?: string
  disabled?: boolean
}

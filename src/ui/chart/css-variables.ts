import type { CSSProperties } from 'react'

/** Custom properties for a `style`: React passes them on, its types do not know them. */
export function cssVariables(
  variables: Readonly<Record<`--${string}`, string | number>>,
): CSSProperties {
  return variables
}

/** Joins the class names that apply; undefined when none does, so that React writes no attribute. */
export function classNames(...names: (string | false | null | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined
}

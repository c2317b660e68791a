import { posix } from 'node:path'

/** Strings stay and comments go, so that neither a quoted `//` nor a commented-out import is misread. */
const commentOrString =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g

const specifiers = [
  /^\s*(?:import|export)\b[^'"`;()]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^\s*import\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]/g,
]

export function withoutComments(text: string): string {
  return text.replace(commentOrString, (found) => (found.startsWith('/') ? ' ' : found))
}

/** What a module names in its import and export-from statements and its dynamic imports, as written. */
export function importsOf(text: string): string[] {
  const code = withoutComments(text)
  return specifiers.flatMap((pattern) =>
    [...code.matchAll(pattern)].map(([, specifier = '']) => specifier),
  )
}

/** Where an import leads: a path from the root for one of our own files, the package's name for any other. */
export function targetOf(importer: string, specifier: string): string {
  const bare = specifier.replace(/\?.*$/, '')
  if (bare.startsWith('.')) return posix.join(posix.dirname(importer), bare)
  return bare.startsWith('#') ? bare.slice(1) : `package:${bare}`
}

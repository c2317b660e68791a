/** What a cache is there for, as a person sees it. */
export type CacheKind = 'app' | 'images' | 'library' | 'documents'

/** The kind of a cache by its name; undefined for one that holds nothing a person would know. */
export function cacheKind(name: string): CacheKind | undefined {
  if (name.includes('-precache-') || name === 'previous-build') return 'app'
  if (name === 'images' || name === 'private-images') return 'images'
  if (name === 'private-library-images') return 'library'
  if (name === 'documents' || name === 'private-documents') return 'documents'
  return undefined
}

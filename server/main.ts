import './quick-imports.ts'

// Not imported by name: a module's imports are found before the first line of it runs.
await import('./start.ts')

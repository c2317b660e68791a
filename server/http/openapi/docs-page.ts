import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { builtFile, type BuiltFile } from '#server/http/static/built-files.ts'

/**
 * The reference page's files by their path: Swagger UI's own, and a page and a start script of ours, so that its
 * content security policy needs no inline code.
 */
export function docsFiles(): Map<string, BuiltFile> {
  const styles = import.meta.resolve('swagger-ui-dist/swagger-ui.css')
  const bundle = import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js')
  return new Map([
    ['/api/docs', builtFile('index.html', Buffer.from(page))],
    ['/api/docs/start.js', builtFile('start.js', Buffer.from(startScript))],
    ['/api/docs/swagger-ui.css', fileAt('swagger-ui.css', styles)],
    ['/api/docs/swagger-ui-bundle.js', fileAt('swagger-ui-bundle.js', bundle)],
  ])
}

function fileAt(name: string, url: string): BuiltFile {
  return builtFile(name, readFileSync(fileURLToPath(url)))
}

/** Swagger UI draws its arrows from data: addresses and sets styles from script, which needs no permission. */
export const docsHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
} as const

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Zync API</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="reference"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`

const startScript = `window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
})
`

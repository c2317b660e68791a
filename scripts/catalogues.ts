import nodeFs from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { baseLanguage, directionOf, languages, type Language } from '../contract/language.ts'
import { compileAlone } from './compile-alone.ts'
import { withStartScript } from './member-start.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const messagesFolder = `${root}src/i18n/messages`
const chosenModule = `${root}src/i18n/chosen.ts`
const termsModule = `${root}src/i18n/term-messages.ts`

const messageModule = /\/src\/i18n\/paraglide\/messages\/(?!_index)(\w+)\.js$/
/** All that a message may use. */
const imports = `import { chosen, currentSpeech, plural, shown } from ${JSON.stringify(chosenModule)}\n`
const list = 'virtual:catalogues'
const together = 'virtual:messages'
const catalogue = /^\0virtual:catalogues\/([a-z]+)$/

/**
 * Lets each message say itself in the chosen language. The library puts every language into every message, or all
 * messages into the first script; so it compiles English alone, each message looks for its translation first, and each
 * further language is compiled by itself into a script that is loaded on demand.
 */
export function catalogues(): Plugin {
  const compiled = new Map<Language, Promise<string>>()
  let places: Places
  return {
    name: 'zync-catalogues',
    // The library's own text, before another plugin writes it anew.
    enforce: 'pre',
    configResolved({ command }) {
      if (command === 'build') places = placesOf()
    },
    resolveId(id) {
      if (!places && id === './messages/_index.js') return `\0${together}`
      return id === list || id.startsWith(`${list}/`) ? `\0${id}` : undefined
    },
    load(id) {
      if (id === `\0${list}`) return listModule()
      if (id === `\0${together}`) return allMessages((file) => this.addWatchFile(file))
      const language = languages.find((each) => each === catalogue.exec(id)?.[1])
      if (!language) return undefined
      for (const file of messageFiles(language)) this.addWatchFile(file)
      const known = compiled.get(language) ?? compileCatalogue(language, places)
      if (!this.meta.watchMode) compiled.set(language, known)
      return known
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { path, bundle = {} }) => {
        // Component tests have a page of their own.
        if (path !== '/index.html') return html
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
        return withStartScript(html, startScript(chunks))
      },
    },
    transform(code, id) {
      const key = messageModule.exec(id.replaceAll('\\', '/'))?.[1]
      return key === undefined ? undefined : { code: translatable(code, key, places), map: null }
    },
  }
}

/**
 * The messages by their places in a catalogue, which is a list in a build: its parts are always of one time, and keys are
 * a quarter of a catalogue that no phone needs. Elsewhere a catalogue has them by their keys.
 */
type Places = ReadonlyMap<string, number> | undefined

function placesOf(): Places {
  return new Map([...keysOf(baseLanguage)].toSorted().map((key, place) => [key, place]))
}

function lookup(key: string, places: Places): string {
  return places ? `[${places.get(key)}]` : `.${key}`
}

function catalogueOf(messages: ReadonlyMap<string, string>, places: Places): string {
  if (places) return `[${[...places.keys()].map((key) => messages.get(key) ?? '').join(',\n')}]`
  return `{${[...messages].map(([key, message]) => `${key}: ${message}`).join(',\n')}}`
}

/** Languages with a message of their own, and how to load each. */
function listModule(): string {
  const loaders = translatedLanguages().map((each) => `${each}: () => import('${list}/${each}')`)
  const complete = translatedLanguages().filter(isComplete)
  return `export const catalogues = { ${loaders.join(', ')} }
export const complete = ${JSON.stringify(complete)}\n`
}

function translatedLanguages(): Language[] {
  return languages.filter((each) => each !== baseLanguage && keysOf(each).size > 0)
}

/**
 * Gives the page its language and direction before its first paint, and asks for the words at once: those of the login, what
 * was chosen, as the cookie has it, or the browser's own. `startLanguage` finds the same, and more where a browser lost its cookies.
 */
function startScript(chunks: readonly Rolldown.OutputChunk[]): string {
  const found = translatedLanguages()
  const facts = [baseLanguage, ...found].map((each) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(`\0${list}/${each}`))
    return [each, [directionOf(each), ...(chunk ? [chunk.fileName] : [])]]
  })
  const known = JSON.stringify(Object.fromEntries(facts))
  const unasked = JSON.stringify([baseLanguage, ...found.filter(isComplete)])
  return `{const k=${known},u=${unasked},p=t=>String(t).toLowerCase().split(/[-_ ]/)[0],c=p(localStorage.language||(/(?:^|;\\s*)lang=([^;]*)/.exec(document.cookie)||[])[1]),l=Object.hasOwn(k,c)?c:navigator.languages.map(p).find(t=>u.includes(t))||'${baseLanguage}',[d,...f]=k[l],h=document.documentElement;h.lang=l;h.dir=d;for(const n of f){const a=document.createElement('link');a.rel='modulepreload';a.href='/'+n;document.head.append(a)}}`
}

/** Whether a language has every message, and its terms; only such a one is spoken without having been chosen. */
export function isComplete(language: Language): boolean {
  const own = keysOf(language)
  return (
    nodeFs.existsSync(termsOf(language)) && [...keysOf(baseLanguage)].every((key) => own.has(key))
  )
}

/** What a language says for values and sentences that are English where they are stored; a draft may have none. */
export function termsOf(language: Language): string {
  return `${root}src/i18n/terms-${language}.ts`
}

export function keysOf(language: Language): Set<string> {
  const keys = messageFiles(language).flatMap((file) =>
    Object.keys(JSON.parse(nodeFs.readFileSync(file, 'utf8')) as object),
  )
  return new Set(keys.filter((key) => !key.startsWith('$')))
}

function messageFiles(language: Language): string[] {
  const features = nodeFs.readdirSync(messagesFolder).toSorted()
  return features
    .map((feature) => `${messagesFolder}/${feature}/${language}.json`)
    .filter((file) => nodeFs.existsSync(file))
}

const registry = /^import \* as registry from '\.\.\/registry\.js'$/m
const head = /^import \{ getLocale, experimentalStaticLocale \} from '\.\.\/runtime\.js';$/m

/** A message of the English compile, made to look for its translation. Throws where it is not built as it was. */
export function translatable(code: string, key: string, places?: Places): string {
  const tail = new RegExp(
    `^export const ${key} = [^\\n]*\\n\\texperimentalStaticLocale \\?\\? options\\.locale \\?\\? getLocale\\(\\)\\n\\treturn en_${key}\\(inputs\\)\\n\\}\\);?\\s*$`,
    'm',
  )
  if (!head.test(code) || !tail.test(code)) throw unknownForm(key)
  const said = `export const ${key} = (inputs) => (chosen${lookup(key, places)} ?? en_${key})(inputs)\n`
  const english = ownWays(code.replace(registry, '').replace(head, '').replace(tail, ''), key)
  return `import { chosen, plural, shown } from ${JSON.stringify(chosenModule)}\n${english}${said}`
}

/**
 * The modules of all messages as one, where nothing is built: to ask for each of thousands costs a page and a test more than
 * what is in them.
 */
function allMessages(watch: (file: string) => void): string {
  const messages = [...keysOf(baseLanguage)].map((key) => {
    const file = `${root}src/i18n/paraglide/messages/${key}.js`
    watch(file)
    return translatable(nodeFs.readFileSync(file, 'utf8'), key).replaceAll(/^import .*$/gm, '')
  })
  return `${imports}${messages.join('')}`
}

/** The messages of one language as a script that fills a catalogue with functions of their inputs. */
async function compileCatalogue(language: Language, places: Places): Promise<string> {
  const code = await compileAlone(language, messageFiles(language))
  const message = /^export const (\w+) = \/\*\*.*?\*\/ (\((?:i)?\) => \{.*?^\});$/gms
  const found = [...code.matchAll(message)]
  const { size } = keysOf(language)
  if (found.length !== size) throw unknownForm(`one of ${size} in ${language}`)
  const messages = found.map(([, key = '', body = '']): [string, string] => {
    return [key, ownWays(body.replaceAll('i?.you', 'currentSpeech().you'), key)]
  })
  const said = catalogueOf(new Map(messages), places)
  const terms = termsOf(language)
  if (!nodeFs.existsSync(terms)) return `${imports}export const messages = ${said}\n`
  return `${imports}import { messagesOf } from ${JSON.stringify(termsModule)}
import { ${language} as terms } from ${JSON.stringify(terms)}
export const messages = Object.assign(${said}, messagesOf(terms))\n`
}

/** The form for every other number comes last; what the library would say after it, the key, nobody ever reads. */
const lastForm = /^\tif \(\w+Plural === "other"\) (return .*;)\n\treturn .*;$/m

/** With what the app does in the place of the library: it shows inputs, and keeps the rules of plurals. */
function ownWays(code: string, key: string): string {
  const own = code
    .replace(lastForm, '\t$1')
    .replaceAll(/\$\{(i\?\.\w+)\}/g, '${shown($1)}')
    .replaceAll(/registry\.plural\(("\w+", i\?\.\w+), \{\}\)/g, 'plural($1)')
  if (own.includes('registry.')) throw unknownForm(key)
  return own
}

function unknownForm(key: string): Error {
  return new Error(`The library compiled a message in a form that is not known here: ${key}`)
}

/** A parameter of a contract path and the fixed ending of its segment: `{type}-score`. */
const parameter = /\{(\w+)\}([^/]*)/g

/** A contract path in the router's own spelling. */
export function routePath(path: string): string {
  return path.replace(parameter, (_, name: string, ending: string) =>
    ending === '' ? `:${name}` : `:${name}{[^/]+${ending}}`,
  )
}

/** What stands in the place of each parameter, without the fixed endings that the router leaves on. */
export function pathParams(
  path: string,
  found: Readonly<Record<string, string>>,
): Record<string, string> {
  const endings = new Map([...path.matchAll(parameter)].map(([, name, ending]) => [name, ending]))
  return Object.fromEntries(
    Object.entries(found).map(([name, value]) => {
      const ending = endings.get(name) ?? ''
      return [name, ending === '' ? value : value.slice(0, -ending.length)]
    }),
  )
}

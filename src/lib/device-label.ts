import * as m from '#src/i18n/paraglide/messages.js'

/** A browser or a system by what its user agent contains; the first that fits. Chrome's name is in most of them. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac(intosh| OS X)\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** "Chrome on Android" of a user agent; as much of it as is known. */
export function deviceLabel(userAgent: string | null): string {
  const browser = firstFit(browsers, userAgent)
  const system = firstFit(systems, userAgent)
  if (browser && system) return m.settings_device({ browser, system })
  return browser ?? system ?? m.settings_device_unknown()
}

function firstFit(known: typeof browsers, userAgent: string | null): string | undefined {
  return known.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
}

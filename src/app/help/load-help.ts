/** The part with the numbers: precached with the app, and asked for as soon as somebody comes near the button. */
export function loadHelp() {
  return import('./help-now.tsx')
}

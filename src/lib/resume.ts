/** Calls `listener` when the person leaves the app or puts it away, until `signal` ends it. */
export function onPageHidden(listener: () => void, signal: AbortSignal): void {
  window.addEventListener('pagehide', listener, { signal })
  const onHidden = () => {
    if (document.visibilityState === 'hidden') listener()
  }
  document.addEventListener('visibilitychange', onHidden, { signal })
}

/** Calls `listener` whenever the network or the person may be back, until `signal` ends it. */
export function onResume(listener: () => void, signal: AbortSignal): void {
  for (const event of ['online', 'focus', 'pageshow']) {
    window.addEventListener(event, listener, { signal })
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible') listener()
  }
  document.addEventListener('visibilitychange', onVisible, { signal })
}

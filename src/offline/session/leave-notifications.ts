/** No notification for whoever left comes here any more, and none stays on the screen for whoever is next. */
export async function leaveNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const shown = registration?.getNotifications().catch(() => [])
  const subscription = await registration?.pushManager?.getSubscription()
  await Promise.allSettled([subscription?.unsubscribe()])
  for (const one of (await shown) ?? []) one.close()
}

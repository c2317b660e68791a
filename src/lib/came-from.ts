import { useLocation } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryStateWithList {
    /** The address of the page with the list that a provider was opened from. */
    cameFrom?: string
  }
  interface HistoryState extends HistoryStateWithList {}
}

/** What a link to a provider's page hands over, so that Back leads to where the person was. */
export function useCameFrom(): { cameFrom: string } {
  return { cameFrom: useLocation({ select: ({ pathname }) => pathname }) }
}

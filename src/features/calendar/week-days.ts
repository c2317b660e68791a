/** 0 is Sunday, as in the schedule; 4 January 1970 was one. */
export const weekDays = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, label: weekDayName(day) }))

function weekDayName(day: number): string {
  const format = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })
  return format.format(Date.UTC(1970, 0, 4 + day))
}

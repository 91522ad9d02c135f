/** The months, oldest first, from the first in which anything happened; none if nothing ever did. */
export function listActiveMonths<Month>(months: readonly Month[], isActive: (month: Month) => boolean): Month[] {
  const first = months.findIndex(isActive)
  return first === -1 ? [] : months.slice(first)
}

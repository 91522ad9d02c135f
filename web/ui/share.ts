/** "62%", rounded; "<1%" and ">99%" where rounding would say that it is nothing or all. */
export function formatShare(part: number, of: number): string {
  const percent = of > 0 ? Math.min(100, (100 * part) / of) : 0
  if (percent > 0 && percent < 1) return '<1%'
  return percent > 99 && percent < 100 ? '>99%' : `${Math.round(percent)}%`
}

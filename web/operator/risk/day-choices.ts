/** How long a block lasts. */
export const dayChoices = [1, 7, 30, 90, 365].map((days) => ({
  value: String(days),
  label: days === 1 ? '1 day' : `${days} days`,
}))

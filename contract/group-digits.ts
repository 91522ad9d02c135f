/** `1,234` for a whole number. `Intl` would do the same, but its first use takes a phone a tenth of a second. */
export const groupDigits = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

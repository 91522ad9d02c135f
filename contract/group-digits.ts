/** `1,234` for a whole number. `Intl` would do the same, but its first use takes 24 to 42 ms (decision 113). */
export const groupDigits = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

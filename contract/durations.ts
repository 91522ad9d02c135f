/** Durations in ms. A day has 24 hours: Lagos, whose days the product counts, has no summer time. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** How far Lagos is ahead of UTC, all year. */
export const lagosOffsetMs = hourMs

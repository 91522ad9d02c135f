let offsetMs = 0

/** Current time of the selected business in ms: wall clock plus the clock offset of a test business. */
export const businessNow = (): number => Date.now() + offsetMs

export function setClockOffset(ms: number): void {
  offsetMs = ms
}

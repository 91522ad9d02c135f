let offsetMs = 0

/** The present instant of the business one works for, in ms: a test business may live ahead of the world. */
export const businessNow = (): number => Date.now() + offsetMs

export function setClockOffset(ms: number): void {
  offsetMs = ms
}

let aheadMs = 0

/** The present instant of the business one works for, in ms: a test business may live ahead of the world. */
export const businessNow = (): number => Date.now() + aheadMs

export function liveAhead(ms: number): void {
  aheadMs = ms
}

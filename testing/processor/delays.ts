/** Function that runs work after a time, until the simulator is closed. Work that has become impossible meanwhile is ignored. */
export function createDelays(delayMs: number, closed: AbortSignal): (work: () => Promise<void>) => void {
  const timers = new Set<NodeJS.Timeout>()
  closed.addEventListener('abort', () => timers.forEach(clearTimeout))
  return (work) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work().catch(() => undefined) // the control has done it before
    }, delayMs)
    timers.add(timer)
  }
}

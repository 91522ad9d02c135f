/** CPU time of this thread so far, in ms: unlike a duration it does not depend on what else the machine does. */
export function mainThreadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Time in which a request without an answer may still arrive at a processor, in ms. All requests of one call to a processor together take
 * less.
 */
export const arrivalMs = 120_000
/** Maximum time for a processor to respond while a person waits, in ms. */
export const connectorTimeoutMs = 20_000

/** Result of a connector call; undefined if the call failed or timed out, so that only the processor knows what happened. */
export async function callConnector<T>(call: Promise<T>, timeoutMs = connectorTimeoutMs): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, undefined)
  })
  try {
    return await Promise.race([call, tooLong])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

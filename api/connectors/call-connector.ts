/** How long a processor may take to answer while a person waits. */
const connectorTimeoutMs = 20_000

/** The processor's answer; or undefined where it broke off or took too long, and only it knows what it did. */
export async function callConnector<T>(call: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, connectorTimeoutMs, undefined)
  })
  try {
    return await Promise.race([call, tooLong])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** How long a processor may take to answer while a person waits. */
const askTimeoutMs = 20_000

/** The processor's answer; or undefined where it broke off or took too long, and only it knows what it did. */
export async function ask<T>(asked: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, askTimeoutMs, undefined)
  })
  try {
    return await Promise.race([asked, tooLong])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

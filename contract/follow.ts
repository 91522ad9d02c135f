import { type ApiConnection, toCallError } from './call.ts'
import { type Endpoint, type EndpointInput, type EndpointOutput, encodeRequest, isForMerchant } from './endpoint.ts'

/**
 * Yields the events of an endpoint's stream until it ends or `signal` aborts it. `onOpen` is called once the stream
 * is open: no event after that is missed.
 * @throws CallError when the server rejects the request
 */
export async function* followStream<E extends Endpoint>(
  connection: ApiConnection,
  endpoint: E,
  input: EndpointInput<E>,
  { signal, onOpen }: { signal: AbortSignal; onOpen?: () => void },
): AsyncGenerator<EndpointOutput<E>> {
  const given = { ...(input as Record<string, unknown>) }
  if (isForMerchant(endpoint)) given.merchantId ??= connection.merchantId?.()
  const { path } = encodeRequest(endpoint, given)
  const response = await fetch(`${connection.baseUrl(endpoint.server)}/${path}`, {
    headers: {
      ...connection.headers,
      accept: 'text/event-stream',
      authorization: `Bearer ${await connection.token(endpoint)}`,
    },
    signal,
  })
  if (!response.ok || !response.body) throw toCallError(response.status, await response.text())
  onOpen?.()
  let rest = ''
  for await (const piece of readText(response.body)) {
    const events = (rest + piece).split('\n\n')
    rest = events.pop()!
    for (const event of events) if (event.startsWith('data: ')) yield JSON.parse(event.slice(6))
  }
}

/** Not every browser supports async iteration of a stream. */
async function* readText(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
}

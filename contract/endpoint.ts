import type * as z from 'zod/mini'

/** The three servers of each mode: collections for payments, settlements for payouts, core for everything else. */
export type ApiServer = 'core' | 'collections' | 'settlements'

/**
 * Access level of an endpoint: no authentication (`public`), a client-credentials token (`client`), a signed-in user
 * (`user`), a user or a secret key that acts for one merchant (`merchant`), or only a signed-in user that acts for
 * one merchant (`member`: API keys, bank accounts, KYC and everything else that a leaked key must not reach).
 * `merchant` and `member` take `merchantId` in the path, query or body; with a secret key it is optional.
 */
export type EndpointAccess = 'public' | 'client' | 'user' | 'merchant' | 'member'
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Schema = z.ZodMiniType

export interface Endpoint<
  In extends Schema = Schema,
  Out extends Schema = Schema,
  A extends EndpointAccess = EndpointAccess,
> {
  server: ApiServer
  access: A
  method: HttpMethod
  /** Path relative to the server, without a leading slash: `payment-links/:id/publish`. */
  path: string
  input: In
  output: Out
  /**
   * Whether the call creates something or moves money. The response status is 201. Callers should send an
   * `Idempotency-Key`; other endpoints ignore it.
   */
  creates: boolean
  /** The request body is multipart/form-data with one file field. */
  uploads?: boolean
  /** File name of the response, when it is a file and not JSON: text, or a `File` when the name ends in `.pdf`. */
  downloads?: string
  /** The response is an endless stream of server-sent events; each event is one output. */
  streams?: boolean
}

export type EndpointInput<E extends Endpoint> = z.input<E['input']>
export type ParsedInput<E extends Endpoint> = z.output<E['input']>
export type EndpointOutput<E extends Endpoint> = z.output<E['output']>
export type ResponseBody<E extends Endpoint> = z.input<E['output']>

/**
 * Builder functions for the endpoints of one server and access level: `const { get, post } = endpointsFor('core',
 * 'merchant')`.
 */
export function endpointsFor<A extends EndpointAccess>(server: ApiServer, access: A) {
  const declare =
    (method: HttpMethod, creates = false) =>
    <In extends Schema, Out extends Schema>(path: string, input: In, output: Out): Endpoint<In, Out, A> => ({
      server,
      access,
      method,
      path,
      input,
      output,
      creates,
    })
  return {
    get: declare('GET'),
    post: declare('POST'),
    create: declare('POST', true),
    put: declare('PUT'),
    del: declare('DELETE'),
    upload: <In extends Schema, Out extends Schema>(path: string, input: In, output: Out): Endpoint<In, Out, A> => ({
      ...declare('POST')(path, input, output),
      uploads: true,
    }),
    stream: <In extends Schema, Out extends Schema>(path: string, input: In, output: Out): Endpoint<In, Out, A> => ({
      ...declare('GET')(path, input, output),
      streams: true,
    }),
    download: <In extends Schema, Out extends Schema>(
      path: string,
      input: In,
      output: Out,
      fileName: string,
    ): Endpoint<In, Out, A> => ({ ...declare('GET')(path, input, output), downloads: fileName }),
  }
}

/** Content type of a download, by its file name. */
export const fileType = (name: string) => (name.endsWith('.pdf') ? 'application/pdf' : 'text/csv')

/** Whether an endpoint acts for one merchant. */
export const isForMerchant = ({ access }: { access: EndpointAccess }) => access === 'merchant' || access === 'member'

/** Parameter names of a path: `payment-links/:id/publish` has `['id']`. */
export const pathParameters = (path: string) => [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!)

/** Whether `merchantId` is a path parameter. Otherwise it is sent in the query (GET, DELETE) or in the body. */
export const merchantInPath = (endpoint: Endpoint) => pathParameters(endpoint.path).includes('merchantId')

/**
 * Path and body of a request: path parameters first, then the query (GET, DELETE), a JSON body (POST, PUT), or a form
 * for uploads.
 */
export function encodeRequest(
  endpoint: Endpoint,
  input: Record<string, unknown>,
): { path: string; body?: string | FormData } {
  const rest = { ...input }
  let path = endpoint.path
  for (const name of pathParameters(endpoint.path)) {
    path = path.replace(`:${name}`, encodeURIComponent(String(rest[name])))
    delete rest[name]
  }
  if (endpoint.uploads) {
    // In the query, so that the server knows the merchant before it reads the form.
    const { merchantId, ...form } = rest
    return { path: merchantId === undefined ? path : `${path}?merchantId=${merchantId}`, body: asForm(form) }
  }
  if (endpoint.method === 'POST' || endpoint.method === 'PUT') return { path, body: JSON.stringify(rest) }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest))
    if (value !== undefined && value !== '') query.set(name, String(value))
  return { path: query.size ? `${path}?${query}` : path }
}

function asForm(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.set(name, value instanceof Blob ? value : String(value))
  return form
}

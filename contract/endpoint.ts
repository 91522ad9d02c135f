import type * as z from 'zod/mini'

/** The three servers of each mode. Payments live on collections, payouts on settlements, everything else on core. */
export type ApiServer = 'core' | 'collections' | 'settlements'

/**
 * Who may call: anybody, a client-credentials token, a signed-in user, a user or a secret key acting for one merchant
 * (`merchant`), or only a signed-in user acting for one (`member`: keys, bank accounts, KYC and what else a leaked key
 * must not reach). The last two take `merchantId` in the path, or else in the query or body; a key may leave it out.
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
  /** Relative to the server, without a leading slash: `payment-links/:id/publish`. */
  path: string
  input: In
  output: Out
  /** Creates something or moves money: callers send an `Idempotency-Key`, and the answer is 201. */
  creates: boolean
  /** The body is multipart/form-data, one field of it a file. */
  uploads?: boolean
  /** The answer is a file of this name, not JSON: text, or with a name in `.pdf` a `File`. */
  downloads?: string
  /** The answer does not end: it is server-sent events, each of them an output. */
  streams?: boolean
}

export type EndpointInput<E extends Endpoint> = z.input<E['input']>
export type ParsedInput<E extends Endpoint> = z.output<E['input']>
export type EndpointOutput<E extends Endpoint> = z.output<E['output']>
export type ResponseBody<E extends Endpoint> = z.input<E['output']>

/** `const { get, post } = on('core', 'merchant')`: then every endpoint is one line of data. */
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

/** What kind of file an endpoint answers with. */
export const fileType = (name: string) => (name.endsWith('.pdf') ? 'application/pdf' : 'text/csv')

/** Whether a call acts for one merchant. */
export const isForMerchant = ({ access }: { access: EndpointAccess }) => access === 'merchant' || access === 'member'

/** The names of the path's parameters: `payment-links/:id/publish` has `['id']`. */
export const pathParameters = (path: string) => [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!)

/** Whether the endpoint's merchant stands in the path; otherwise it goes in the query (GET, DELETE) or the body. */
export const merchantInPath = (endpoint: Endpoint) => pathParameters(endpoint.path).includes('merchantId')

/** Lays an input out as a request: path parameters first, then the query for GET and DELETE, a JSON body for the
 * others, a form where a file goes along. */
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
    // Who it is for is known before the form is read.
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
